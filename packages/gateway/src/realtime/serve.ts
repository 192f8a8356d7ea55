import type { StreamPerformer } from '@roster/core'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../context/request-context.ts'
import type { Connections, RealtimeOptions } from '../connections/connections.ts'
import { Heartbeat } from './heartbeat.ts'
import { pushesOn } from './pushes.ts'
import { Rooms } from './rooms.ts'
import { SocketClient } from './socket-client.ts'
import { serveSocket, takeSockets, upgradeRequired } from './sockets.ts'
import { serveStreams } from './sse.ts'
import { serveRpcSockets } from './trpc-sockets.ts'

/** Path of WebSockets in the service's own protocol. */
const PATH = '/ws'

/** Serves the connections that stay open: server-sent events, WebSockets, and tRPC's WebSockets. Ends them when the service stops. */
export function serveRealtime(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  streams: readonly StreamPerformer[],
  gateway: Gateway & { connections: Connections },
  { channels, messages }: RealtimeOptions,
): void {
  const heartbeat = new Heartbeat()
  const { connections, services } = gateway
  const around = {
    channels,
    pushes: pushesOn(channels),
    rooms: new Rooms(messages),
    counters: connections.counters,
    now: services.now,
  }

  serveStreams(app, streams, gateway, heartbeat)
  app.register(async (scope) => {
    await takeSockets(scope)
    serveRpcSockets(scope, router, gateway, heartbeat)
    serveSocket(scope, gateway, heartbeat, {
      url: PATH,
      transport: 'websocket',
      needs: { name: 'A socket', scope: channels.scope },
      otherwise: upgradeRequired,
      onSocket: (socket, request, connection) =>
        void new SocketClient(socket, connection, { ...around, log: request.log }),
    })
  })
  app.addHook('preClose', async () => connections.drain())
  app.addHook('onClose', async () => heartbeat.stop())
}
