import { sees as seesOwner, seesAll } from '#core/contract/access'
import type { Action } from './action.ts'
import { existing, present } from './refuse.ts'
import type { Collection } from './operation.ts'
import { placeOf } from './place.ts'
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

/** Whether a record is where the path says. */
export function belongs(action: Action, collection: Collection, record: Row, id?: string): boolean {
  const { input, state } = action
  const { parent, members, others } = placeOf(action, collection, id)
  const isHere = Object.entries(members).every(([member, name]) => isSame(record[member], input[name]))
  const isHidden = parent !== undefined && others.includes(parent)
  return isHere && (!isHidden || isSame(state.parents.get(record), input[parent]))
}

/** Whether two identifiers are the same, of which one may stand in a path as text. */
export const isSame = (one: unknown, other: unknown) => String(one) === String(other)

/** The record that the path names. Throws `not-found`, and `gone` for 30 days to whoever could read it. */
export function recordAt(action: Action, { of, id = 'id', gone }: Wanted): Row {
  const { input, state, time } = action
  const collection = collectionOf(action, of)
  const { key, noun } = collection
  const table = state.table(of)
  const isThere = (record: Row) => belongs(action, collection, record, id) && sees(action, collection, record)
  const record = table.find((each) => isSame(each[key], input[id]) && isThere(each))
  if (record) return record
  const tombstone = state.deletedFrom(table).get(String(input[id]))
  present(existing(gone && tombstone && isThere(tombstone.record) ? tombstone : undefined, noun), noun, time)
  throw new Error('A deleted record is never present.')
}

/** What belongs to a deleted record stays for those who see everybody's; nothing is added to it. */
export function requireParent(action: Action, collection: Collection, isRead: boolean, id?: string): void {
  if (!collection.parent) return
  const { input, principal, state } = action
  const { of } = collection.parent
  const parent = placeOf(action, collection, id).parent!
  const isBuried = state.deletedFrom(state.table(of)).has(String(input[parent]))
  if (isRead && isBuried && seesAll(principal)) return
  requireParent(action, collectionOf(action, of), isRead, parent)
  recordAt(action, { of, id: parent, gone: true })
}
