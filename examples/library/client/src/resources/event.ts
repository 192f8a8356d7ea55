// Written by `roster-generate` from the contract. Changes to it are lost.

import type { AnyEventOf, EventOf } from '@roster/sdk/client'
import type { EventData } from './event-data.ts'

/** Names of the events there are. More may be added. */
export type EventName = keyof EventData

/** One event, the same over every transport. */
export type LibraryEventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type LibraryEvent = AnyEventOf<EventData>
