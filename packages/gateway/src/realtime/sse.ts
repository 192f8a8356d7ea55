import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StreamPerformer } from '@roster/core'
import { type Entry, positionOf, type Subscription } from '@roster/core/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAcceptableType } from '../http/negotiation.ts'
import { clientGone } from '../http/client-gone.ts'
import { queryReader } from '../http/query.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import { routePath } from '../operations/route-path.ts'
import { type LiveConnection, SlowReader } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { whenAborted } from '../connections/when-aborted.ts'
import { joinFrames, membersOf, onceEach } from './frames.ts'
import type { Heartbeat } from './heartbeat.ts'
import { pump } from './pump.ts'

const TYPE = 'text/event-stream'

/**
 * What a stream begins with: after how many milliseconds a client that was disconnected comes again, and from where, so that it misses nothing
 * when no event came before. A block without data is no event (HTML, section 9.2.6).
 */
const beginning = (cursor: string) => `retry: 2000\nid: ${cursor}\n\n`

/** A comment, which clients ignore (HTML, section 9.2.5). */
const COMMENT = Buffer.from(':\n\n')

const HEADERS = {
  'content-type': TYPE,
  'cache-control': 'no-store',
  // Told to nginx and those who do like it: to pass on each event at once.
  'x-accel-buffering': 'no',
}

/** One frame for each entry, shared by all clients. */
const frameOf = onceEach((entry: Entry) =>
  Buffer.from(`id: ${entry.cursor}\ndata: {"type":"update",${membersOf(entry)}}\n\n`),
)

/** The bytes of each batch, shared by those who follow the log together. */
const partsOf = onceEach((batch: readonly Entry[]) => joinFrames(batch, frameOf))

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
  { operation, follow }: StreamPerformer,
  gateway: Gateway & { connections: Connections },
  heartbeat: Heartbeat,
): void {
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
        void send(request, raw, { connection, subscription, resubscribe }, { counters, heartbeat })
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

/** What one stream is sent from. */
interface Streamed {
  connection: LiveConnection
  subscription: Subscription
  /** Begins anew, from now on. */
  resubscribe: () => Promise<Subscription>
}

/** Sends what a subscription gives until its connection ends. */
async function send(
  request: FastifyRequest,
  raw: ServerResponse,
  { connection, subscription, resubscribe }: Streamed,
  { counters, heartbeat }: { counters: RealtimeCounters; heartbeat: Heartbeat },
): Promise<void> {
  request.connection = connection
  const write = outletTo(raw, connection)
  const quiet = heartbeat.add(() => write(COMMENT))
  whenAborted(connection.signal, () => {
    quiet()
    raw.end()
  })
  try {
    await pump(connection, counters, subscription, {
      partsOf,
      send: write,
      reset: (cursor) => connection.notify({ type: 'notification', notification: 'reset', cursor }),
      resubscribe,
    })
  } catch (error) {
    if (error instanceof SlowReader) counters.slowReaders++
    else request.log.error({ err: error }, 'A stream was ended')
    raw.destroy()
  } finally {
    connection.close()
  }
}

/** Gives a connection its way to the caller, and returns what writes there as long as it lasts. */
function outletTo(raw: ServerResponse, connection: LiveConnection): (text: Buffer | string) => void {
  const write = (text: Buffer | string) => void (connection.signal.aborted || raw.write(text))
  connection.outlet = {
    unsent: () => raw.writableLength,
    drain: async (signal) => void (await once(raw, 'drain', { signal })),
  }
  connection.notify = (notice) => write(`data: ${JSON.stringify(notice)}\n\n`)
  return write
}

/** Sends the head of the answer past Fastify, so that no hook holds up what follows. */
function begin(reply: FastifyReply, cursor: string): ServerResponse {
  const { raw } = reply
  if (raw.req.httpVersionMajor === 1) raw.shouldKeepAlive = false
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
  reply.hijack()
  raw.write(beginning(cursor))
  return raw
}

/** The parameters of a stream. The one in the header wins: it is how far a client has come that began with the other (HTML, section 9.2.4). */
function parametersOf(request: FastifyRequest, readQuery: (url: string) => Record<string, unknown>) {
  const { ticket: _, ...parameters } = readQuery(request.url)
  const after = request.headers['last-event-id']?.toString()
  if (!after) return parameters
  positionOf(after, 'Last-Event-ID')
  return { ...parameters, after }
}
