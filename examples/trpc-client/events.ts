import type { AppRouter } from '@roster/api'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import type { RosterClient } from './client.ts'

/**
 * Returns a client for subscriptions to the event log over a WebSocket. Browsers cannot set headers on a WebSocket, so each connection sends a
 * single-use ticket in its URL. After a broken connection a subscription resumes after its last event. `close` closes the WebSocket.
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
