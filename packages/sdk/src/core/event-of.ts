import type { Actor } from './actor.ts'

/** One event of an API, the same over every transport. `Data` maps event names to the data of the events. */
export interface EventOf<Data, Name extends keyof Data> {
  /** Name of the event. */
  event: Name
  /** Identifier of the event, the same on every delivery of it: remember it to handle each event once. */
  id: string
  /** Position of the event in the event log, to continue reading from there. */
  cursor: string
  /** Time of the event, in ISO 8601 and UTC. */
  created_at: string
  /** Version of the API that defines the form of `data`. */
  api_version: string
  /** The actor of the change; null if there is none. */
  actor: Actor | null
  /** The record after the change; for a deletion only its identifier. */
  data: Data[Name]
}

/** Any event of an API, discriminated by `event`. The service may send names added after this version: give a `switch` a `default`. */
export type AnyEventOf<Data> = { [Name in keyof Data]: EventOf<Data, Name> }[keyof Data]
