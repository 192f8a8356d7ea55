import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fault, invalid } from '@roster/core'
import { type Channels, type Entry, isCursorExpired, type Subscription } from '@roster/core/server'
import type { McpHttpHandler, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LiveConnection, SlowReader } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { cutUntaken } from '../connections/cut-untaken.ts'
import { whenAborted } from '../connections/when-aborted.ts'
import type { RequestContext } from '../context/request-context.ts'
import { clientGone } from '../http/client-gone.ts'
import type { AgentResources } from './resources.ts'
import { lackOf } from './step-up.ts'

/** The parts with which agents follow the log. */
export interface Followed {
  connections: Connections
  /** Who may see which events. */
  channels: Pick<Channels, 'scope' | 'maySee'>
  resources: AgentResources
}

/** Most resources that one stream follows. */
const MAX_URIS = 100

const METHOD = 'subscriptions/listen'

/**
 * Returns the URIs that a message asks to follow and that can be followed, maybe none. Returns undefined when the message asks for none, or for values that are
 * not strings. Throws `invalid-parameters` for more than 100.
 */
export function followedIn(body: unknown, resources: AgentResources): Set<string> | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { notifications?: NotificationFilter } | null
  }
  const asked = params?.notifications?.resourceSubscriptions
  if (method !== METHOD || !isList(asked) || asked.length === 0) return undefined
  if (asked.length > MAX_URIS) throw tooMany()
  return new Set(asked.filter((uri) => resources.isFollowed(uri)))
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

interface NotificationFilter {
  resourceSubscriptions?: unknown
}

/** Returns the message with these URIs as its only subscriptions. */
export function withUris(body: unknown, uris: ReadonlySet<string>): unknown {
  const { params, ...message } = body as { params: { notifications: NotificationFilter } }
  return {
    ...message,
    params: { ...params, notifications: { ...params.notifications, resourceSubscriptions: [...uris] } },
  }
}

const tooMany = () =>
  invalid('parameters', [
    fault('parameters', ['notifications', 'resourceSubscriptions'], 'too-many', `must name at most ${MAX_URIS} URIs`),
  ])

/** A request to follow URIs, with its context. */
export interface Listening {
  request: FastifyRequest
  reply: FastifyReply
  context: RequestContext
  uris: ReadonlySet<string>
  /** Lets the official package answer, with this source of changes. */
  answer: (source: ServerEventBus) => { protocol: McpHttpHandler; response: Promise<Response> }
}

/**
 * Answers `subscriptions/listen` (2026-07-28, subscriptions) with a stream that names the changed records. The changes come from the log, and the caller learns
 * only of events that it may see. The stream counts among the streams that a caller may have open, and ends with the credential. Several changes of a record in
 * one batch are reported once. When the log cannot be followed any more, every record is named: each may have changed. Returns the answer when it is no stream.
 */
export async function listen(listening: Listening, followed: Followed): Promise<Response | undefined> {
  const { request, reply, context, uris } = listening
  const { connections, channels } = followed
  const principal = await context.admit({ method: 'GET' })
  const refusal = lackOf(METHOD, [channels.scope], principal, context)
  if (refusal) throw refusal
  const needs = { name: METHOD, scope: channels.scope }
  const connection = await connections.open(request.raw, principal, { kind: 'stream', transport: 'mcp', needs })
  whenAborted(clientGone(reply), () => connection.close())
  try {
    const source = new Changes(
      await connection.feed.subscribe({ signal: connection.signal }),
      connection,
      uris,
      followed,
    )
    connection.requireOpen()
    const { protocol, response } = listening.answer(source)
    const answer = await response
    if (answer.headers.get('content-type') !== 'text/event-stream') {
      connection.close()
      return answer
    }
    whenAborted(connection.signal, () => void protocol.close())
    cutUntaken(reply.raw, connection.signal)
    request.connection = connection
    source.failed = (error) => {
      if (error instanceof SlowReader) connections.counters.slowReaders++
      else request.log.error({ err: error }, 'A stream of an agent was ended')
      reply.raw.destroy()
    }
    pass(answer.body!, begin(reply, connection)).catch((error: unknown) => source.failed(error))
    return undefined
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The source from which the official package reads changes, for one stream. */
class Changes implements ServerEventBus {
  failed: (error: unknown) => void = () => {}
  readonly #connection: LiveConnection
  readonly #uris: ReadonlySet<string>
  readonly #followed: Followed
  #subscription: Subscription

  constructor(subscription: Subscription, connection: LiveConnection, uris: ReadonlySet<string>, followed: Followed) {
    this.#subscription = subscription
    this.#connection = connection
    this.#uris = uris
    this.#followed = followed
  }

  /** Does nothing: changes come from the log alone. */
  publish(): void {}

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const tell = (uri: string) => listener({ kind: 'resource_updated', uri })
    this.#follow(tell).catch((error: unknown) => this.failed(error))
    return () => this.#connection.close()
  }

  async #follow(tell: (uri: string) => void): Promise<void> {
    while (!(await this.#isFollowed(tell))) {
      this.#subscription = await this.#connection.feed.subscribe({ signal: this.#connection.signal })
      for (const uri of this.#uris) tell(uri)
    }
  }

  /** Follows the log. Returns false when the cursor has expired. */
  async #isFollowed(tell: (uri: string) => void): Promise<boolean> {
    try {
      for await (const batch of this.#subscription.batches) {
        for (const uri of this.#changedIn(batch)) tell(uri)
        this.#connection.requireRoom()
        await this.#connection.drained()
      }
      return true
    } catch (error) {
      if (isCursorExpired(error)) return false
      throw error
    }
  }

  #changedIn(batch: readonly Entry[]): Set<string> {
    const { channels, resources } = this.#followed
    const seen = batch.filter((entry) => channels.maySee(this.#connection.principal, entry))
    return new Set(seen.flatMap((entry) => resources.changedBy(entry)).filter((uri) => this.#uris.has(uri)))
  }
}

/** Sends the head of the response without Fastify, so that no hook delays the stream. */
function begin(reply: FastifyReply, connection: LiveConnection): ServerResponse {
  const { raw } = reply
  if (raw.req.httpVersionMajor === 1) raw.shouldKeepAlive = false
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
  reply.hijack()
  connection.outlet = {
    unsent: () => raw.writableLength,
    drain: async (signal) => void (await once(raw, 'drain', { signal })),
  }
  return raw
}

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Writes each frame at once, so that unsent bytes can be counted. */
async function pass(frames: ReadableStream<Uint8Array>, raw: ServerResponse): Promise<void> {
  for await (const frame of frames) raw.write(frame)
  raw.end()
}
