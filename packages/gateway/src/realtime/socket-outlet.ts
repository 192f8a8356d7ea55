import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Outlet } from '../connections/connection.ts'

/** Returns a WebSocket as the outlet of a connection. */
export function socketOutlet(socket: WebSocket, transport: Socket): Outlet {
  return {
    unsent: () => socket.bufferedAmount,
    async drain(signal) {
      if (transport.writableNeedDrain) await once(transport, 'drain', { signal })
    },
  }
}
