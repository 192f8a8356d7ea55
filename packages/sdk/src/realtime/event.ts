import type { EventName, RosterEventOf } from '../core/event.ts'

/** An event as it comes over an open connection, which says neither the version of the API nor who did it. */
export type LiveEventOf<Name extends EventName> = Omit<RosterEventOf<Name>, 'api_version' | 'actor'>

/** Any such event, told apart by `event`. A name that was added since then comes through as well: give a `switch` a `default`. */
export type LiveEvent = { [Name in EventName]: LiveEventOf<Name> }[EventName]

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
