import { requireAcceptableType } from './accept.ts'
import type { Connection } from './connection.ts'
import { formatCursor } from '#core/event-log/cursor'
import { maySee, positionOf, requireReadable, type Subscription, subscription } from './log.ts'
import { Problem } from './problem.ts'
import type { Application } from './application.ts'
import type { Operation, Schema } from './operation.ts'
import { admitted } from './opening.ts'
import type { Principal } from './principal.ts'
import { readQuery } from './query.ts'
import type { Event } from './records.ts'
import type { MockRequest } from './request.ts'
import type { Service } from './service.ts'
import type { State } from './state.ts'
import { validated } from './validate.ts'

const TYPE = 'text/event-stream'

/** Milliseconds between two comments that show that the stream is alive. */
const HEARTBEAT = 15_000

/** Returns the stream `GET /events` as an operation. Its query is that of the list of events, except that the cursor must not be empty. */
function streamOf({ spec: { operations } }: Application): Pick<Operation, 'name' | 'scope' | 'parameters'> {
  const list = operations.find(({ name }) => name === 'events.list')
  if (!list) throw new Problem('not-found')
  const { after, types } = list.parameters as { after: Schema; types: Schema }
  const parameters = { after: { ...after, pattern: after.pattern!.replace('?$', '$') }, types }
  return { name: 'events.subscribe', scope: list.scope, parameters }
}

/**
 * Returns a response with the events that the caller may see, from a cursor or from now on, as server-sent events. Adds to `headers` the headers of every
 * response.
 */
export function openStream(service: Service, request: MockRequest, headers: Record<string, string>): Response {
  const stream = streamOf(service.state.application)
  const principal = admitted(service, request, { kind: 'stream', needs: stream, headers })
  const { ticket: _, ...query } = readQuery(request.search, stream.parameters, service.state.application.checks)
  const resumed = request.headers['last-event-id']
  if (resumed) positionOf(resumed, 'Last-Event-ID')
  const { after, types } = validated(stream.parameters, resumed ? { ...query, after: resumed } : query, 'parameters')
  const names = (types as string | undefined)?.split(',')
  requireReadable(service.state, stream, principal, names)
  const from = subscription(service.state, after as string | undefined)
  requireAcceptableType(request.headers['accept'], TYPE)
  const answer = {
    headers: { ...headers, 'content-type': TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }
  if (request.method === 'HEAD') return new Response(null, answer)
  const isAsked = ({ event }: Event) => names === undefined || names.includes(event)
  return new Response(bodyOf(service.state, principal, from, isAsked, request.signal), answer)
}

function bodyOf(
  state: State,
  principal: Principal,
  { cursor, reset, missed }: Subscription,
  isAsked: (event: Event) => boolean,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let close = () => {}
  return new ReadableStream({
    start(controller) {
      if (signal?.aborted) return controller.error(signal.reason)
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      let last = cursor
      const follow = (event: Event) => {
        if (!isAsked(event) || !maySee(state, connection.principal, event)) return
        write(frameOf(event))
        last = event.cursor
      }
      const heartbeat = every(HEARTBEAT, () => {
        const end = formatCursor({ epoch: state.epoch, seq: state.head })
        write(end === last ? ':\n\n' : `:\n\nid: ${end}\n\n`)
      })
      const abort = () => connection.lose(signal!.reason)
      const connection: Connection = {
        kind: 'stream',
        principal,
        notify: (notice) => write(`data: ${JSON.stringify(notice)}\n\n`),
        end() {
          close()
          controller.close()
        },
        lose(reason) {
          close()
          controller.error(reason)
        },
      }
      close = () => {
        heartbeat.end()
        state.followers.delete(follow)
        state.connections.delete(connection)
        signal?.removeEventListener('abort', abort)
      }
      state.followers.add(follow)
      state.connections.add(connection)
      signal?.addEventListener('abort', abort)
      write(`retry: 2000\nid: ${cursor}\n\n`)
      if (reset) connection.notify({ type: 'notification', notification: 'reset', cursor })
      for (const event of missed) follow(event)
    },
    cancel: () => close(),
  })
}

/** Runs work repeatedly. In Node.js the timer does not keep the process alive. */
function every(milliseconds: number, work: () => void): { end: () => void } {
  const timer = setInterval(work, milliseconds)
  ;(timer as { unref?: () => void }).unref?.()
  return { end: () => clearInterval(timer) }
}

function frameOf({ event, id, cursor, created_at, data }: Event): string {
  return `id: ${cursor}\ndata: ${JSON.stringify({ type: 'update', event, id, created_at, data })}\n\n`
}
