import { namesIn } from '#core/contract/path-template'
import type { Action } from './action.ts'
import type { Collection } from './operation.ts'
import type { Row } from './records.ts'

/** The path parameters before the record's own identifier. */
interface Place {
  /** Parameter that names the record's parent. */
  parent: string | undefined
  /** Parameters with values of the record's members, by the names of the members. */
  members: Record<string, string>
  /** Other parameters, such as the identifier of the parent if the record has a member of the same name. */
  others: string[]
}

/** Returns what the path says of a record. `id` is the parameter that names the record, if one does. */
export function placeOf({ operation }: Action, collection: Collection, id?: string): Place {
  const names = namesIn(operation.path)
  const before = id === undefined ? names : names.slice(0, names.indexOf(id))
  const parent = collection.parent && before.at(-1)
  const place: Place = { parent, members: {}, others: [] }
  for (const name of before) {
    const member = [name, ...(name === parent ? [collection.parent!.id] : [])].find((one) => isSaid(collection, one))
    if (member === undefined) place.others.push(name)
    else place.members[member] = name
  }
  return place
}

/** Returns the input as members of a new record, path parameters included. */
export function sentTo(action: Action, collection: Collection): Row {
  const { members, others } = placeOf(action, collection)
  const sent = { ...action.input }
  for (const name of others) delete sent[name]
  for (const [member, name] of Object.entries(members)) sent[member] = action.input[name]
  return sent
}

/** Whether a path parameter is a member of the record. The record's own identifier is never before it in the path. */
const isSaid = ({ key, members }: Collection, name: string) => members.includes(name) && name !== key && name !== 'id'
