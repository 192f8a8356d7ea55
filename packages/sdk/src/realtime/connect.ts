import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'
import type { WebSocketClass } from './link.ts'
import { requireClient } from './require-client.ts'
import { RosterSocket } from './socket.ts'

/** Options of `connect`. */
export interface ConnectOptions {
  /** WebSocket class, such as that of the package `ws`. Default: the global one, which browsers have, and Node.js from version 22 on. */
  WebSocket?: WebSocketClass | undefined
  /** Name that other users see as the sender of your messages. Default: the name of the credential. */
  user?: string | undefined
}

/**
 * Opens a WebSocket and keeps it open: a lost connection is replaced by another. Each connection is opened with a ticket, since pages can send no headers.
 * Events of the channels that you subscribe to go to the listeners of `push`.
 *
 * @example
 * const socket = connect(roster)
 * socket.on('push', ({ event, data }) => console.log(event, data.id))
 * await socket.subscribe('users')
 */
export function connect<Data extends object>(
  client: Client<Data>,
  { WebSocket, user }: ConnectOptions = {},
): RosterSocket<Data> {
  requireClient(client, 'connect')
  const Class = WebSocket ?? (globalThis as { WebSocket?: WebSocketClass }).WebSocket
  if (Class) return new RosterSocket<Data>(client, Class, user)
  throw new RosterError(
    'This runtime has no WebSocket. Pass the one of the package ws: connect(roster, { WebSocket }).',
  )
}
