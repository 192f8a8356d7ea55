import { Problem } from '@roster/core/contract'
import type { AnyTRPCRouter } from '@trpc/server'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { newRequestId } from '../http/request-id.ts'
import { type Gateway, socketContext } from '../context/request-context.ts'
import { MAX_BATCH, PREFIX } from '../rpc/rpc.ts'
import type { LiveConnection } from '../connections/connection.ts'
import { messageCount } from './flood.ts'
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
      const count = messageCount(connection, gateway.services.now)
      socket.on('message', (data, isBinary) => void (isSign(data, isBinary) && count()))
      const connect = getWSConnectionHandler({
        wss: scope.websocketServer,
        router,
        maxBatchSize: MAX_BATCH,
        experimental_encoder: countingEncoder(router, connection.signal, count),
        createContext: ({ req }) =>
          socketContext(gateway, { raw: req, id: newRequestId(), ip: request.ip }, connection),
      })
      connect(socket, request.raw)
    },
  })
}

/** Whether a message is a `PING` or `PONG`, which tRPC answers before it reads any message. */
const isSign = (data: RawData, isBinary: boolean): boolean =>
  !isBinary && Buffer.isBuffer(data) && data.length === 4 && /^P[IO]NG$/.test(String(data))

/** Ends the connection when too much is unsent: tRPC sends without a bound. */
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
