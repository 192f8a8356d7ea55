import type { EventOf } from '../core/event-of.ts'
import type { EventData } from '../resources/event-data.ts'

/** An event as it comes over an open connection, which says neither the version of the API nor who did it. `Data` is what events carry. */
export type LiveEventOf<Name extends keyof Data, Data = EventData> = Omit<EventOf<Data, Name>, 'api_version' | 'actor'>

/** Any such event, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type LiveEvent<Data = EventData> = { [Name in keyof Data]: LiveEventOf<Name, Data> }[keyof Data]

/** Something that the service tells of the connection. */
export interface Notice {
  /** Which notice it is, such as `webhook.disabled`. */
  notification: string
  /** Where the log of events stands. */
  cursor: string
  /** What else it says, such as `endpoint_id`. */
  [detail: string]: unknown
}

/**
 * Events were missed: the cursor is older than the 30 days that the log is kept, or of another log. What follows is what happens after
 * `cursor`. Read again whatever you keep of the records.
 */
export interface Reset {
  cursor: string
}
