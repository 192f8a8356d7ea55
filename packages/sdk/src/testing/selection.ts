import type { Action } from './action.ts'
import { folded, searchWords } from '#core/data/folding'
import { belongs, collectionOf, sees } from './lookup.ts'
import type { Effect } from './operation.ts'
import { placeOf } from './place.ts'
import type { Row } from './records.ts'
import { type Rule, untold } from './rule.ts'

/** Parameters of a list that do not select records. */
const FREE = new Set(['limit', 'page', 'cursor', 'sort', 'order', 'fields'])

/** Returns the records of a list: those that the caller sees and that match the parameters. Throws if no rule decides how a parameter selects. */
export function listed(action: Action, { of, searches = [] }: Effect, rule: Rule | undefined): Row[] {
  const { input, operation, state } = action
  const collection = collectionOf(action, of)
  const { parent } = collection
  const known = new Set([...collection.members, ...(searches.length > 0 ? ['search'] : [])])
  const { members, others } = placeOf(action, collection)
  const inPath = new Set([...others, ...Object.values(members)])
  const asked = Object.keys(input).filter((name) => !FREE.has(name) && !inPath.has(name) && input[name] !== undefined)
  const strange = asked.find((name) => !known.has(name)) ?? (parent ? undefined : others[0])
  if (strange !== undefined && !rule) throw untold(operation.name, `selects by \`${strange}\``)
  const criteria = Object.fromEntries(asked.filter((name) => known.has(name)).map((name) => [name, input[name]]))
  const seen = state
    .table(of)
    .filter((record) => belongs(action, collection, record) && sees(action, collection, record))
  const found = matching(seen, criteria, searches, (key) => state.holderOf(key))
  return rule ? found.filter((record) => rule(situationOf(action, record)) !== false) : found
}

const situationOf = ({ input, now, principal }: Action, record: Row) => ({
  input,
  record,
  next: record,
  together: [record],
  others: [],
  principal,
  now,
})

/** Returns the records that have these members and contain all words of a search. Records that a key has made also match the user of the key. */
export function matching(
  records: readonly Row[],
  { search = '', ...members }: Row,
  searches: readonly string[],
  holderOf: (key: string) => string | null | undefined = () => undefined,
): Row[] {
  const wanted = Object.entries(members).filter(([, value]) => value !== undefined)
  const words = searchWords(String(search))
  const isNamed = (value: unknown, name: unknown) =>
    Array.isArray(value)
      ? value.includes(name)
      : isActor(value)
        ? value.id === name || holderOf(value.id) === name
        : value === name
  return records.filter((record) => {
    const text = searches.map((name) => folded(String(record[name]))).join('\n')
    return wanted.every(([name, value]) => isNamed(record[name], value)) && words.every((word) => text.includes(word))
  })
}

const isActor = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value
