import type { Actor } from './actor.ts'
import type { EventData } from '../resources/event-data.ts'

/** Names of the events there are. More may be added. */
export type EventName = keyof EventData

/** One event, the same over every transport. */
export interface RosterEventOf<Name extends EventName> {
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
  data: EventData[Name]
}

/** Any event, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type RosterEvent = { [Name in EventName]: RosterEventOf<Name> }[EventName]
