import type { IncomingMessage } from 'node:http'
import fastifyWebsocket from '@fastify/websocket'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { asksForSocket } from '../auth/require-own-page.ts'
import { type Gateway, openConnection, originOf } from '../context/request-context.ts'
import { lineOf } from '../logs/request-log.ts'
import { type LiveConnection, SlowReader } from '../connections/connection.ts'
import { whenAborted } from '../connections/when-aborted.ts'
import { ignoreOtherUpgrades } from './other-upgrades.ts'
import { socketOutlet } from './socket-outlet.ts'
import type { Opening } from '../connections/connections.ts'
import { Flood, messageCount } from './flood.ts'
import type { Heartbeat } from './heartbeat.ts'

/** Largest message that a socket takes, in bytes; a larger one closes it with 1009. */
export const MAX_MESSAGE = 65_536

/** How long the other side may take to answer a Close frame, in milliseconds. */
const CLOSING_TIME = 5_000

/** Headers of every response, by the request of a handshake: ws writes the 101 itself. */
const carried = new WeakMap<IncomingMessage, ReturnType<FastifyReply['getHeaders']>>()

// The types of ws do not know all of its options.
const OPTIONS = { maxPayload: MAX_MESSAGE, closeTimeout: CLOSING_TIME } as object

/** Lets the routes of a Fastify scope accept WebSockets (RFC 6455). */
export async function takeSockets(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyWebsocket, {
    options: OPTIONS,
    // By then, ws has sent the Close frame for the error.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'A socket broke'),
    // `Connections.drain` ends every connection.
    preClose: (done) => done(),
  })
  ignoreOtherUpgrades(scope.server)
  scope.websocketServer.on('headers', (lines: string[], request: IncomingMessage) => {
    const { connection: _, ...headers } = carried.get(request) ?? {}
    lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`))
  })
}

/** A path that accepts sockets, with its handlers. */
export interface SocketRoute extends Omit<Opening, 'kind'> {
  url: string
  /** Returns the problem for a request that opens no socket. */
  otherwise: () => Problem
  onSocket: (socket: WebSocket, request: FastifyRequest, connection: LiveConnection) => void
}

/** Serves a socket route. A caller that may not open a socket gets an HTTP response, before any upgrade. */
export function serveSocket(scope: FastifyInstance, gateway: Gateway, heartbeat: Heartbeat, route: SocketRoute): void {
  const { url, otherwise, onSocket, transport, needs } = route
  scope.route({
    method: 'GET',
    url,
    config: { quota: 'caller' },
    async onRequest(request, reply) {
      gateway.connections!.requireOwnPage(request.raw)
      if (!request.ws) return
      requireHandshake(request)
      request.connection = await openConnection(gateway, originOf(request, reply), { kind: 'socket', transport, needs })
      carried.set(request.raw, reply.getHeaders())
      closeTogether(request, request.connection)
    },
    async handler() {
      throw otherwise()
    },
    wsHandler(socket, request) {
      const connection = request.connection!
      connection.outlet = socketOutlet(socket, request.raw.socket)
      const quiet = heartbeat.add(aliveness(socket))
      whenAborted(connection.signal, () => {
        quiet()
        closeSocket(socket, connection.signal.reason)
        if (connection.signal.reason instanceof SlowReader) gateway.connections!.counters.slowReaders++
      })
      if (connection.signal.aborted) return
      // ws answers each, which no quota counts.
      socket.on('ping', messageCount(connection, gateway.services.now))
      request.log.info(lineOf(request, request.ip), 'Opened')
      onSocket(socket, request, connection)
    },
  })
}

const KEY = /^[0-9A-Za-z+/]{22}==$/

/** Throws when a handshake lacks what it needs (RFC 6455, section 4.2.1). HTTP/1.0 cannot be upgraded (RFC 9110, section 7.8). */
function requireHandshake({ headers, raw }: FastifyRequest): void {
  const isUpgrade = raw.httpVersion !== '1.0' && asksForSocket(headers)
  if (!isUpgrade || headers['sec-websocket-version'] !== '13') throw upgradeRequired()
  if (!KEY.test(headers['sec-websocket-key'] ?? ''))
    throw new Problem('bad-request', 'Sec-WebSocket-Key must be 16 bytes in base64 (RFC 6455, section 4.1).')
  if (!areProtocols(headers['sec-websocket-protocol']))
    throw new Problem('bad-request', 'Sec-WebSocket-Protocol must be different tokens, separated by commas.')
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** Whether a header lists valid subprotocols. The service has none of its own: it answers with the first one, without which browsers fail the connection. */
function areProtocols(header: string | undefined): boolean {
  if (header === undefined) return true
  const names = header.split(',').map((name) => name.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))
  return names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length
}

/** Returns the problem of a request that opens no socket where one is needed (RFC 9110, section 15.5.22). */
export function upgradeRequired(): Problem {
  const headers = { connection: 'close, Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  return new Problem('upgrade-required', undefined, { headers })
}

function closeTogether({ raw: { socket } }: FastifyRequest, connection: LiveConnection): void {
  if (socket.destroyed) connection.close()
  else socket.once('close', () => connection.close())
}

/** Returns a function that pings a socket. It terminates a socket that has not answered the ping before. */
function aliveness(socket: WebSocket): () => void {
  let isAlive = true
  socket.on('pong', () => (isAlive = true))
  return () => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }
}

/** Close codes (RFC 6455, section 7.4.1) of the problems that end a socket. All others close with 1008, a policy violation. */
const CODES: Partial<Record<Problem['code'], number>> = { unavailable: 1001, internal: 1011 }

function closeSocket(socket: WebSocket, reason: unknown): void {
  if (reason instanceof SlowReader) socket.close(1008, 'slow')
  else if (reason instanceof Flood) socket.close(1008, 'flood')
  else if (reason instanceof Problem) socket.close(CODES[reason.code] ?? 1008, reason.code)
  else socket.close(1000)
}
