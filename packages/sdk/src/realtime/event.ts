import type { EventOf } from '../core/event-of.ts'
import type { EventData } from '../resources/event-data.ts'

/** An event over an open connection, without the members `api_version` and `actor`. `Data` maps event names to the data of the events. */
export type LiveEventOf<Name extends keyof Data, Data = EventData> = Omit<EventOf<Data, Name>, 'api_version' | 'actor'>

/** Any live event, discriminated by `event`. The service may send names added after this version: give a `switch` a `default`. */
export type LiveEvent<Data = EventData> = { [Name in keyof Data]: LiveEventOf<Name, Data> }[keyof Data]

/** A message of the service that is no event. */
export interface Notice {
  /** Name of the notice, such as `webhook.disabled`. */
  notification: string
  /** Current position in the event log. */
  cursor: string
  /** Other members of the notice, such as `endpoint_id`. */
  [detail: string]: unknown
}

/**
 * Events were missed: the cursor is older than the 30 days for which the log is kept, or it is of another log. The events after `cursor` follow. Read again the
 * records that you keep.
 */
export interface Reset {
  cursor: string
}
