import { sees as seesOwner, seesAll } from '#core/contract/access'
import type { Action } from './action.ts'
import { existing, present } from './refuse.ts'
import type { Collection } from './operation.ts'
import { placeOf } from './place.ts'
import type { Row } from './records.ts'

/** The record that an operation is about. */
interface Wanted {
  /** Name of the record's collection. */
  of: string
  /** Path parameter with the record's identifier. Default: `id`. */
  id?: string
  /** Whether a deleted record gives `gone`; otherwise it gives `not-found`. */
  gone?: true
}

/** Returns the collection with this name. */
export const collectionOf = ({ application }: Action, name: string): Collection => application.spec.collections[name]!

/** Whether the caller may see a record. Every caller sees records of a collection without owners. */
export function sees({ principal }: Action, { owner }: Collection, record: Row): boolean {
  return owner === undefined || seesOwner(principal, record[owner] as string)
}

/** Whether a record belongs to the parent that the path names. */
export function belongs(action: Action, collection: Collection, record: Row, id?: string): boolean {
  const { input, state } = action
  const { parent, members, others } = placeOf(action, collection, id)
  const isHere = Object.entries(members).every(([member, name]) => isSame(record[member], input[name]))
  const isHidden = parent !== undefined && others.includes(parent)
  return isHere && (!isHidden || isSame(state.parents.get(record), input[parent]))
}

/** Whether two identifiers are equal as text: an identifier from a path is always text. */
export const isSame = (one: unknown, other: unknown) => String(one) === String(other)

/** Returns the record that the path names. Throws `not-found`, or `gone` for 30 days after a deletion if the caller could read the record. */
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

/** Throws unless the parents in the path exist. Callers that see all records can still read records of a deleted parent, but not add any. */
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
