import { namesIn } from '#core/contract/path-template'
import type { Action } from './action.ts'
import type { Collection } from './operation.ts'
import type { Row } from './records.ts'

/** Where a record is, by the parameters in the path before the one that names it. */
interface Place {
  /** The parameter that names its parent. */
  parent: string | undefined
  /** The parameters that say what members of it are, by those. */
  members: Record<string, string>
  /** Parameters that say something else, such as the identifier of the parent where it has one of the same name. */
  others: string[]
}

/** Where the path says that a record is. `id` is the parameter that names it, where one does. */
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

/** What was sent, as members of a record that is made where the path says. */
export function sentTo(action: Action, collection: Collection): Row {
  const { members, others } = placeOf(action, collection)
  const sent = { ...action.input }
  for (const name of others) delete sent[name]
  for (const [member, name] of Object.entries(members)) sent[member] = action.input[name]
  return sent
}

/** Whether a record may have a member from the path: its own identifier is not before it. */
const isSaid = ({ key, members }: Collection, name: string) => members.includes(name) && name !== key && name !== 'id'
