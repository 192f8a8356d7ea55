import type { EventData } from '../resources/event-data.ts'
import type { AnyEventOf, EventOf } from './event-of.ts'

/** Names of the events there are. More may be added. */
export type EventName = keyof EventData

/** One event, the same over every transport. */
export type RosterEventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type RosterEvent = AnyEventOf<EventData>
