import { Problem } from '@roster/core/contract'
import type { AnyTRPCRouter } from '@trpc/server'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { newRequestId } from '../http/request-id.ts'
import { type Gateway, socketContext } from '../context/request-context.ts'
import { MAX_BATCH, PREFIX } from '../rpc/rpc.ts'
import type { LiveConnection } from '../connections/connection.ts'
import type { Heartbeat } from './heartbeat.ts'
import { serveSocket } from './sockets.ts'
import { countingEncoder } from './trpc-encoder.ts'

/** Serves a router in tRPC's protocol over WebSockets. */
export function serveRpcSockets(
  scope: FastifyInstance,
  router: AnyTRPCRouter,
  gateway: Gateway,
  heartbeat: Heartbeat,
): void {
  serveSocket(scope, gateway, heartbeat, {
    url: PREFIX,
    transport: 'trpc-websocket',
    needs: { name: 'A socket', scope: 'any' },
    otherwise: () =>
      new Problem('not-found', `A socket is opened at this path, and a procedure called at ${PREFIX}/<name>.`),
    onSocket(socket, request, connection) {
      boundUnsent(socket, connection)
      const connect = getWSConnectionHandler({
        wss: scope.websocketServer,
        router,
        maxBatchSize: MAX_BATCH,
        experimental_encoder: countingEncoder(router, connection, gateway.services.now),
        createContext: ({ req }) =>
          socketContext(gateway, { raw: req, id: newRequestId(), ip: request.ip }, connection),
      })
      connect(socket, request.raw)
    },
  })
}

/** tRPC sends whatever there is to send: here that has a bound. */
function boundUnsent(socket: WebSocket, connection: LiveConnection): void {
  const send: (...args: any[]) => void = socket.send.bind(socket)
  socket.send = (...args: unknown[]) => {
    send(...args)
    try {
      connection.requireRoom()
    } catch (slow) {
      connection.end(slow)
    }
  }
}
