import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StreamPerformer } from '@roster/core'
import { type Entry, positionOf, type Subscription } from '@roster/core/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAcceptableType } from '../http/negotiation.ts'
import { clientGone } from '../http/client-gone.ts'
import { queryReader } from '../http/query.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import { isOfLog } from '../operations/performers.ts'
import { routePath } from '../operations/route-path.ts'
import { type LiveConnection, SlowReader } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { cutUntaken } from '../connections/cut-untaken.ts'
import { whenAborted } from '../connections/when-aborted.ts'
import { joinFrames, membersOf, onceEach } from './frames.ts'
import type { Heartbeat } from './heartbeat.ts'
import { pump } from './pump.ts'

const TYPE = 'text/event-stream'

/**
 * Returns the first block of a stream: the milliseconds after which a disconnected client reconnects, and the cursor from which it continues, so that it misses
 * nothing when no event came before. A block without data is no event (HTML, section 9.2.6).
 */
const beginning = (cursor: string) => `retry: 2000\nid: ${cursor}\n\n`

/** A comment, which clients ignore (HTML, section 9.2.5). */
const COMMENT = ':\n\n'

/**
 * Returns the sign of life of a stream. After events that are not for the client, it tells the cursor of the end of the log: however long nothing is for the
 * client, it can continue from there.
 */
const signOfLife = ({ hasPassed }: Subscription, cursor: string) =>
  hasPassed ? `${COMMENT}id: ${cursor}\n\n` : COMMENT

const HEADERS = {
  'content-type': TYPE,
  'cache-control': 'no-store',
  // Tells nginx, and proxies that do as nginx does, to forward each event at once.
  'x-accel-buffering': 'no',
}

/** Returns the bytes of the batches of a stream, shared by subscribers that receive the same batch. All clients share one frame for each entry. */
function partsFor({ operation, itemOf }: StreamPerformer) {
  const textOf = isOfLog(operation) ? updateOf : (entry: Entry) => JSON.stringify(itemOf(entry))
  const frameOf = onceEach((entry: Entry) => Buffer.from(`id: ${entry.cursor}\ndata: ${textOf(entry)}\n\n`))
  return onceEach((batch: readonly Entry[]) => joinFrames(batch, frameOf))
}

const updateOf = (entry: Entry) => `{"type":"update",${membersOf(entry)}}`

/** Serves the streams of the contract as server-sent events, at their paths. */
export function serveStreams(
  app: FastifyInstance,
  streams: readonly StreamPerformer[],
  gateway: Gateway & { connections: Connections },
  heartbeat: Heartbeat,
): void {
  for (const stream of streams) serveStream(app, stream, gateway, heartbeat)
}

function serveStream(
  app: FastifyInstance,
  stream: StreamPerformer,
  gateway: Gateway & { connections: Connections },
  heartbeat: Heartbeat,
): void {
  const { operation, follow } = stream
  const partsOf = partsFor(stream)
  const readQuery = queryReader(operation.parameters)
  const { counters } = gateway.connections

  app.route({
    method: ['GET', 'HEAD'],
    url: routePath(operation.path),
    exposeHeadRoute: false,
    config: { quota: 'caller' },
    async handler(request, reply) {
      const context = requestContext(gateway, originOf(request, reply), 'sse')
      const connection = (await context.connect(operation, clientGone(reply))) as LiveConnection
      try {
        const parameters = parametersOf(request, readQuery)
        const subscription = await follow(connection, parameters)
        requireAcceptableType(request.headers.accept, TYPE)
        connection.requireOpen()
        if (request.method === 'HEAD') return await reply.headers(HEADERS).send()
        const resubscribe = () => follow(connection, { ...parameters, after: undefined })
        const raw = begin(reply, subscription.cursor)
        void send(request, raw, { connection, subscription, resubscribe, partsOf }, { counters, heartbeat })
        return reply
      } catch (error) {
        connection.close()
        throw error
      } finally {
        if (request.method === 'HEAD') connection.close()
      }
    },
  })
}

/** The connection and subscription of one stream. */
interface Streamed {
  connection: LiveConnection
  subscription: Subscription
  /** Subscribes again, from the end of the log. */
  resubscribe: () => Promise<Subscription>
  partsOf: ReturnType<typeof partsFor>
}

/** Sends the entries of a subscription until its connection ends. */
async function send(
  request: FastifyRequest,
  raw: ServerResponse,
  { connection, subscription, resubscribe, partsOf }: Streamed,
  { counters, heartbeat }: { counters: RealtimeCounters; heartbeat: Heartbeat },
): Promise<void> {
  request.connection = connection
  const write = outletTo(raw, connection)
  let current = subscription
  const quiet = heartbeat.add(() => write(signOfLife(current, connection.feed.cursor)))
  whenAborted(connection.signal, () => {
    quiet()
    raw.end()
  })
  cutUntaken(raw, connection.signal)
  try {
    await pump(connection, counters, subscription, {
      partsOf,
      send: write,
      reset: (cursor) => connection.notify({ type: 'notification', notification: 'reset', cursor }),
      resubscribe: async () => (current = await resubscribe()),
    })
  } catch (error) {
    if (error instanceof SlowReader) counters.slowReaders++
    else request.log.error({ err: error }, 'A stream was ended')
    raw.destroy()
  } finally {
    connection.close()
  }
}

/** Sets the outlet of a connection. Returns a function that writes to the response while the connection lasts. */
function outletTo(raw: ServerResponse, connection: LiveConnection): (text: Buffer | string) => void {
  const write = (text: Buffer | string) => void (connection.signal.aborted || raw.write(text))
  connection.outlet = {
    unsent: () => raw.writableLength,
    drain: async (signal) => void (await once(raw, 'drain', { signal })),
  }
  connection.notify = (notice) => write(`data: ${JSON.stringify(notice)}\n\n`)
  return write
}

/** Sends the head of the response without Fastify, so that no hook delays the stream. */
function begin(reply: FastifyReply, cursor: string): ServerResponse {
  const { raw } = reply
  if (raw.req.httpVersionMajor === 1) raw.shouldKeepAlive = false
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
  reply.hijack()
  raw.write(beginning(cursor))
  return raw
}

/** Returns the parameters of a stream. The header wins over `after`: it is the position of a client that began with `after` (HTML, section 9.2.4). */
function parametersOf(request: FastifyRequest, readQuery: (url: string) => Record<string, unknown>) {
  const { ticket: _, ...parameters } = readQuery(request.url)
  const after = request.headers['last-event-id']?.toString()
  if (!after) return parameters
  positionOf(after, 'Last-Event-ID')
  return { ...parameters, after }
}
