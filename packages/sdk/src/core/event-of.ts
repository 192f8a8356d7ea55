import type { Actor } from './actor.ts'

/** One event of an API whose events carry `Data`, by their names. It is the same over every transport. */
export interface EventOf<Data, Name extends keyof Data> {
  /** What happened. */
  event: Name
  /** Identifier of the event, the same on every delivery of it: remember it to handle each event once. */
  id: string
  /** Its place in the log of events, to read on from there. */
  cursor: string
  /** When it happened. ISO 8601 in UTC. */
  created_at: string
  /** Version of the API whose form `data` has. */
  api_version: string
  /** Who did it; null for nobody. */
  actor: Actor | null
  /** The record after the change; for deletions its identifier alone. */
  data: Data[Name]
}

/** Any event of such an API, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type AnyEventOf<Data> = { [Name in keyof Data]: EventOf<Data, Name> }[keyof Data]
