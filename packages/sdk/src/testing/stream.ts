import type { RosterEvent } from '../core/event.ts'
import { requireAcceptableType } from './accept.ts'
import { requireScope } from './authorize.ts'
import { formatCursor } from './copied/cursor.ts'
import { Problem } from './core.ts'
import { OPERATIONS } from './contract/operations.ts'
import type { Members, Operation } from './operation.ts'
import type { Principal } from './principal.ts'
import { readQuery } from './query.ts'
import type { MockRequest } from './request.ts'
import { maySee, placeOf } from './resources/events.ts'
import type { State } from './state.ts'
import { validated } from './validate.ts'

const TYPE = 'text/event-stream'

/** Streams that one caller may have open. */
const MAX_STREAMS = 5

const list = OPERATIONS.find(({ name }) => name === 'events.list')!

/** The stream as an operation: `GET /events`. */
export const STREAM: Pick<Operation, 'name' | 'method' | 'scope' | 'parameters'> = {
  name: 'events.subscribe',
  method: 'GET',
  scope: 'read:events',
  parameters: { after: { type: 'string', max: 64, optional: true }, types: list.parameters['types'] } as Members,
}

interface Opening {
  state: State
  request: MockRequest
  principal: Principal
  headers: Record<string, string>
}

/** Answers with the events that the caller may see, from a cursor or from now on, as server-sent events. */
export function openStream({ state, request, principal, headers }: Opening): Response {
  requireScope(STREAM as Operation, principal)
  const { ticket: _, ...query } = readQuery(request.search, STREAM.parameters)
  const resumed = request.headers['last-event-id']
  const { after, types } = validated(STREAM.parameters, resumed ? { ...query, after: resumed } : query, 'parameters')
  const place = typeof after === 'string' ? placeOf(state, after) : state.db.events.length
  const names = typeof types === 'string' ? types.split(',') : undefined
  requireAcceptableType(request.headers['accept'], TYPE)
  const isShown = (event: RosterEvent) =>
    (names === undefined || names.includes(event.event)) && maySee(state, principal, event)
  const begin = place === undefined ? [resetNotice(state)] : state.db.events.slice(place).filter(isShown).map(frameOf)
  const answerHeaders = { ...headers, 'content-type': TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  if (request.method === 'HEAD') return new Response(null, { headers: answerHeaders })
  return new Response(bodyOf(state, principal, request.signal, begin, isShown), { headers: answerHeaders })
}

function bodyOf(
  state: State,
  { id }: Principal,
  signal: AbortSignal | undefined,
  begin: readonly string[],
  isShown: (event: RosterEvent) => boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const open = [...state.streams].filter((stream) => stream.owner === id).length
  if (open >= MAX_STREAMS) throw tooMany()
  let close = () => {}
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const follow = (event: RosterEvent) => void (isShown(event) && write(frameOf(event)))
      const abort = () => stream.end(signal!.reason)
      const stream = {
        owner: id,
        end(reason: unknown) {
          close()
          controller.error(reason)
        },
      }
      close = () => {
        state.followers.delete(follow)
        state.streams.delete(stream)
        signal?.removeEventListener('abort', abort)
      }
      state.followers.add(follow)
      state.streams.add(stream)
      signal?.addEventListener('abort', abort)
      write(`retry: 2000\n\n${begin.join('')}`)
    },
    cancel: () => close(),
  })
}

function tooMany(): Problem {
  const detail = `This caller has ${MAX_STREAMS} streams open, which is as many as it may. Close one, and try again.`
  return new Problem('rate-limited', detail, { headers: { 'retry-after': '5' } })
}

function frameOf({ event, id, cursor, created_at, data }: RosterEvent): string {
  return `id: ${cursor}\ndata: ${JSON.stringify({ type: 'update', event, id, created_at, data })}\n\n`
}

function resetNotice({ epoch, db }: State): string {
  const cursor = formatCursor({ epoch, seq: db.events.length })
  return `data: ${JSON.stringify({ type: 'notification', notification: 'reset', cursor })}\n\n`
}
