import type { RosterError } from '../core/errors.ts'
import type { EventData } from '../resources/event-data.ts'
import type { Reset } from './event.ts'
import type { ChannelMessage, ChannelNotice, Push, Welcome } from './messages.ts'

/** What a socket tells, by name. `Data` is what events carry. */
export interface SocketEvents<Data = EventData> {
  /** The socket is open, for the first time or again. */
  welcome: Welcome
  /** Something happened that goes to a channel of this socket. */
  push: Push<Data>
  /** Somebody said something in a channel of this socket, the lobby included. */
  message: ChannelMessage
  /** The service tells something besides events, such as `webhook.disabled`. */
  notification: ChannelNotice
  /** Events of a channel were missed. Without a listener this closes the socket with a `ResetError`. */
  reset: Reset & { channel: string }
  /** A message was not passed on, or a channel could not be joined again after a connection was lost. */
  error: RosterError
  /** The connection was lost. Another is opened after `delay` milliseconds. */
  reconnecting: Loss
  /** The socket is closed for good: by you, or because of `error`, which is thrown if nobody is told of it. */
  close: { code: number; reason: string; error: RosterError | undefined }
}

/** How a connection was lost, and when another is opened. */
export interface Loss {
  code: number
  reason: string
  delay: number
}
