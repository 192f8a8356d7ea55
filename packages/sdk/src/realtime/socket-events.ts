import type { RosterError } from '../core/errors.ts'
import type { EventData } from '../resources/event-data.ts'
import type { Reset } from './event.ts'
import type { ChannelMessage, ChannelNotice, Push, Welcome } from './messages.ts'

/** Events of a socket by name, with the value that listeners get. `Data` maps names of API events to their data. */
export interface SocketEvents<Data = EventData> {
  /** The socket is open, for the first time or again. */
  welcome: Welcome
  /** An API event came over a channel of this socket. */
  push: Push<Data>
  /** A text was sent to a channel of this socket, the lobby included. */
  message: ChannelMessage
  /** The service sent a message that is no event, such as `webhook.disabled`. */
  notification: ChannelNotice
  /** Events of a channel were missed. Without a listener this closes the socket with a `ResetError`. */
  reset: Reset & { channel: string }
  /** A message was not passed on, or a channel could not be joined again after a connection was lost. */
  error: RosterError
  /** The connection was lost. Another is opened after `delay` milliseconds. */
  reconnecting: Loss
  /** The socket is closed for good: by you, or because of `error`. The error is thrown if no listener or pending call gets it. */
  close: { code: number; reason: string; error: RosterError | undefined }
}

/** Close code and reason of a lost connection, and the milliseconds until another is opened. */
export interface Loss {
  code: number
  reason: string
  delay: number
}
