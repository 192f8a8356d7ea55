import { type AppRouter } from '@roster/api'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import type { RosterClient } from './client.ts'

/**
 * Follows the log over a WebSocket. Browsers give sockets no headers, so each connection brings a ticket, good for one use; after a broken
 * connection it goes on from the last event it had. `close` ends it.
 */
export function eventStream(roster: RosterClient, url: string) {
  const socket = createWSClient({
    async url() {
      const { ticket } = await roster.realtime.ticket.mutate()
      return `${url.replace(/^http/, 'ws')}/trpc?ticket=${ticket}`
    },
  })
  const { events } = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] })
  return { events, close: () => socket.close() }
}
