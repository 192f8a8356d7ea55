import { sees as seesOwner, seesAll } from '#core/contract/access'
import type { Action } from './action.ts'
import { existing, present } from './refuse.ts'
import type { Collection } from './operation.ts'
import type { Row } from './records.ts'

/** Where the record of an operation is. */
interface Wanted {
  /** Name of its collection. */
  of: string
  /** The parameter in the path that names it. */
  id?: string
  /** Whether it is said of a deleted record that it is gone. */
  gone?: true
}

/** The collection of this name. */
export const collectionOf = ({ application }: Action, name: string): Collection => application.spec.collections[name]!

/** Whether the caller sees a record: those that are nobody's own are everybody's. */
export function sees({ principal }: Action, { owner }: Collection, record: Row): boolean {
  return owner === undefined || seesOwner(principal, record[owner] as string)
}

/** Whether a record belongs to the one that the path names before it. */
export function belongs({ input, state }: Action, { key, parent }: Collection, record: Row): boolean {
  if (parent === undefined) return true
  const said = parent.id === key ? undefined : record[parent.id]
  return isSame(said ?? state.parents.get(record), input[parent.id])
}

/** Whether two identifiers are the same, of which one may stand in a path as text. */
const isSame = (one: unknown, other: unknown) => String(one) === String(other)

/** The record that the path names. Throws `not-found`, and `gone` for 30 days to whoever could read it. */
export function recordAt(action: Action, { of, id = 'id', gone }: Wanted): Row {
  const { input, state, time } = action
  const collection = collectionOf(action, of)
  const { key, noun } = collection
  const table = state.table(of)
  const isThere = (record: Row) => belongs(action, collection, record) && sees(action, collection, record)
  const record = table.find((each) => isSame(each[key], input[id]) && isThere(each))
  if (record) return record
  const tombstone = state.deletedFrom(table).get(String(input[id]))
  present(existing(gone && tombstone && isThere(tombstone.record) ? tombstone : undefined, noun), noun, time)
  throw new Error('A deleted record is never present.')
}

/** What belongs to a deleted record stays for those who see everybody's; nothing is added to it. */
export function requireParent(action: Action, { parent }: Collection, isRead: boolean): void {
  if (!parent) return
  const { input, principal, state } = action
  const isBuried = state.deletedFrom(state.table(parent.of)).has(String(input[parent.id]))
  if (isRead && isBuried && seesAll(principal)) return
  requireParent(action, collectionOf(action, parent.of), isRead)
  recordAt(action, { ...parent, gone: true })
}
