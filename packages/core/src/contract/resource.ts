import type { EventCatalogue, EventSpec } from './events.ts'
import type { FileOperation } from './file-operation.ts'
import type { AnyOperation } from './operation.ts'
import { isSchema } from './sent-members.ts'

type Operations = Record<string, AnyOperation>

/** A resource of the contract. */
export interface Resource<O extends Operations = Operations, E extends EventCatalogue = EventCatalogue> {
  /** Name in procedure names, such as `users`. */
  name: string
  /** Heading in the API reference. */
  title: string
  description: string
  operations: O
  /** Operations that only REST offers, by name. */
  rest?: Operations
  /** Downloads, by name. */
  files?: Record<string, FileOperation>
  /** Events that the operations emit, by name. */
  events: E
  /**
   * Channel of sockets that the events are pushed to, such as `users`; with the id of an owner, as in `users.usr_1`, the channel has the events about that
   * owner's records. Default: `system`, for callers who see the records of every owner.
   */
  channel?: string
  /** Scope to read the records of the resource, and so the events about them. Default: only the scope of the event log. */
  readScope?: string
  /** Noun for one record, where the name of its schema does not tell. */
  noun?: string
  /** Record member that names the account that owns the record. Only this account, and callers who see all records, see the record and its events. */
  owner?: string
}

/**
 * Describes a resource, and names its operations `<resource>.<operation>`. Throws an `Error` when an operation already has another name or is none, when two
 * have one name, and when an event has no schema.
 */
export function resource<R extends Resource>(spec: R): R {
  for (const part of ['operations', 'events'] as const)
    if (!spec[part]) throw new Error(`${spec.name} has no \`${part}\`. Give it {} where there are none.`)
  for (const [event, { data }] of Object.entries<Partial<EventSpec>>(spec.events))
    if (!isSchema(data)) throw new Error(`${spec.name} has the event ${event} ${withoutSchema(data)}`)
  requireOneOfEach(spec)
  for (const [key, entry] of Object.entries(operationsByName(spec))) {
    const name = `${spec.name}.${key}`
    if (typeof entry?.name !== 'string')
      throw new Error(
        `${name} is no operation. Describe it with \`operation\`; where it is undefined, see whether two modules import each other.`,
      )
    if (entry.name !== '' && entry.name !== name)
      throw new Error(`${name} is the operation ${entry.name} once more. Describe one of its own.`)
    entry.name = name
  }
  return spec
}

/** Throws an `Error` when two operations have one name, by which callers know them. */
function requireOneOfEach(spec: Resource): void {
  const places = new Map<string, string>()
  for (const place of ['operations', 'rest', 'files'] as const)
    for (const key of Object.keys(spec[place] ?? {})) {
      const other = places.get(key)
      if (other !== undefined)
        throw new Error(`${spec.name}.${key} is in \`${other}\` and in \`${place}\`. Call one of them otherwise.`)
      places.set(key, place)
    }
}

const withoutSchema = (data: unknown) =>
  data === undefined
    ? 'without `data`. Give it the schema of the record.'
    : 'with `data` that is no schema. Make it one, such as `z.object({ id })`.'

/** Returns every operation of a resource, by its name there. */
export const operationsByName = ({ operations, rest, files }: Resource): Operations => ({
  ...operations,
  ...rest,
  ...files,
})

/** Returns every operation of a resource: its procedures, those that only REST offers, and its downloads. */
export const operationsOf = (contract: Resource): AnyOperation[] => Object.values(operationsByName(contract))
