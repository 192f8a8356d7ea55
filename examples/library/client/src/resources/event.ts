// Written by `roster-generate` from the contract. Changes to it are lost.

import type { AnyEventOf, EventOf } from '@roster/sdk/client'
import type { EventData } from './event-data.ts'

/** Name of an event. More may be added. */
export type EventName = keyof EventData

/** The event of one name, the same over every transport. */
export type LibraryEventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, discriminated by `event`. The service may send names added after this version: give a `switch` a `default`. */
export type LibraryEvent = AnyEventOf<EventData>
