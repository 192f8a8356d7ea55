import type { EventData } from '../resources/event-data.ts'
import type { LiveEventOf, Notice } from './event.ts'

/** What a client says over `/ws`. */
export type ClientMessage =
  | { type: 'join'; user: string | undefined }
  | { type: 'subscribe'; channel: string; after: string | undefined }
  | { type: 'unsubscribe'; channel: string }
  | { type: 'message'; channel: string; text: string }
  | { type: 'ping' }

/** What the service says over `/ws`. */
export type ServerMessage =
  | ({ type: 'welcome' } & Welcome)
  | ({ type: 'subscribed' } & Subscribed)
  | { type: 'unsubscribed'; channel: string }
  | ({ type: 'push' } & Push)
  | ({ type: 'message' } & ChannelMessage)
  | ({ type: 'notification' } & ChannelNotice)
  | { type: 'pong' }
  | { type: 'error'; code: string; detail: string }

/** The socket is open. Comes after each connection that was lost, too. */
export interface Welcome {
  /** Identifier of this connection. */
  session: string
  /** Where the log of events stands. */
  cursor: string
  /** Milliseconds between two heartbeats. */
  heartbeat_ms: number
}

/** A channel was joined. */
export interface Subscribed {
  channel: string
  /** The events that follow are those after this cursor. */
  cursor: string
}

/** An event, and the channel it came by. */
export type PushOf<Name extends keyof Data, Data = EventData> = LiveEventOf<Name, Data> & { channel: string }

/** Any event with its channel, told apart by `event`. A name that was added since then comes through as well. */
export type Push<Data = EventData> = { [Name in keyof Data]: PushOf<Name, Data> }[keyof Data]

/** What somebody has said in a channel. */
export interface ChannelMessage {
  text: string
  /** Name of who said it. */
  from: string
  channel: string
}

/** Something that the service tells of a channel, or of the connection. */
export interface ChannelNotice extends Notice {
  channel?: string
}
