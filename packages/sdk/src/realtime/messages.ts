import type { EventData } from '../resources/event-data.ts'
import type { LiveEventOf, Notice } from './event.ts'

/** A message of a client over `/ws`. */
export type ClientMessage =
  | { type: 'join'; user: string | undefined }
  | { type: 'subscribe'; channel: string; after: string | undefined }
  | { type: 'unsubscribe'; channel: string }
  | { type: 'message'; channel: string; text: string }
  | { type: 'ping' }

/** A message of the service over `/ws`. */
export type ServerMessage =
  | ({ type: 'welcome' } & Welcome)
  | ({ type: 'subscribed' } & Subscribed)
  | { type: 'unsubscribed'; channel: string }
  | ({ type: 'push' } & Push)
  | ({ type: 'message' } & ChannelMessage)
  | ({ type: 'notification' } & ChannelNotice)
  | { type: 'pong' }
  | { type: 'error'; code: string; detail: string }

/** The socket is open. Sent for each connection, also when it replaces a lost one. */
export interface Welcome {
  /** Identifier of this connection. */
  session: string
  /** Current position in the event log. */
  cursor: string
  /** Milliseconds between two heartbeats. */
  heartbeat_ms: number
}

/** A channel was joined. */
export interface Subscribed {
  channel: string
  /** Cursor after which the channel's events follow. */
  cursor: string
}

/** An event with the channel that it came over. */
export type PushOf<Name extends keyof Data, Data = EventData> = LiveEventOf<Name, Data> & { channel: string }

/** Any event with its channel, discriminated by `event`. The service may send names added after this version. */
export type Push<Data = EventData> = { [Name in keyof Data]: PushOf<Name, Data> }[keyof Data]

/** A text that a user sent to a channel. */
export interface ChannelMessage {
  text: string
  /** Name of the sender. */
  from: string
  channel: string
}

/** A message of the service that is no event, about a channel or the connection. */
export interface ChannelNotice extends Notice {
  channel?: string
}
