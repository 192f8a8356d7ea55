import type { EventData } from '../resources/event-data.ts'
import type { AnyEventOf, EventOf } from './event-of.ts'

/** Name of an event. More may be added. */
export type EventName = keyof EventData

/** The event of one name, the same over every transport. */
export type RosterEventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, discriminated by `event`. The service may send names added after this version: give a `switch` a `default`. */
export type RosterEvent = AnyEventOf<EventData>
