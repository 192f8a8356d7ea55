import type { ReceivedSpan } from '@roster/test/otlp-receiver'
import { Socket, Stream, until } from '@roster/test/realtime'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { named, newTrace } from '@roster/test/trace-tree'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TracedService
beforeAll(async () => {
  service = await startTraced()
})
afterAll(() => service.stop())

const SUBSCRIPTION = { id: 1, method: 'subscription', params: { path: 'events.subscribe', input: {} } }

/** Ways to follow events: what the request of each is called, and how one is opened. */
const STREAMS: Record<string, [name: string, follow: (headers: Record<string, string>) => Promise<Followed>]> = {
  'server-sent events': ['GET /events', (headers) => followStream('/events', headers)],
  "tRPC's stream": ['GET /trpc/:path', (headers) => followStream('/trpc/events.subscribe?input={}', headers)],
  'a socket': [
    'GET /ws',
    (headers) => followSocket('/ws', headers, [{ type: 'subscribe', channel: 'users' }, 'subscribed']),
  ],
  "tRPC's socket": ['GET /trpc', (headers) => followSocket('/trpc', headers, [SUBSCRIPTION, 'started'])],
}

interface Followed {
  /** Waits until an event has come. */
  event(): Promise<unknown>
  close(): void
}

async function followStream(path: string, headers: Record<string, string>): Promise<Followed> {
  const stream = await Stream.open(service.url + path, { ...headers, accept: 'text/event-stream' })
  if (!stream.response.ok) throw new Error(`The stream is refused with ${stream.response.status}.`)
  const event = () => until(() => stream.frames.find((frame) => JSON.stringify(frame).includes('user.created')))
  return { event, close: () => stream.close() }
}

async function followSocket(
  path: string,
  headers: Record<string, string>,
  [asked, answer]: [message: object, answer: string],
): Promise<Followed> {
  const socket = await Socket.open(service.url + path, headers)
  const heard = (text: string) => until(() => socket.received.find((message) => JSON.stringify(message).includes(text)))
  socket.say(asked)
  await heard(answer)
  return { event: () => heard('user.created'), close: () => socket.raw.close() }
}

test.each(Object.keys(STREAMS))('an event names in its trace the stream that it is sent on: %s', async (kind) => {
  const [name, follow] = STREAMS[kind]!
  const stream = newTrace()
  const followed = await follow({ 'x-api-key': service.key, traceparent: stream.traceparent })
  const write = newTrace()
  await create(write)
  await followed.event()
  followed.close()
  const request = named(name, await service.trace(stream.traceId, name))
  const isLinked = ({ links }: ReceivedSpan) => links?.[0]?.spanId === request.spanId
  const sent = await until(() => service.receiver.trace(write.traceId).find(isLinked))
  const event = named('create user.created', await service.trace(write.traceId, 'create user.created'))
  expect(sent).toMatchObject({
    name: 'send user.created',
    parentSpanId: event.spanId,
    links: [{ traceId: stream.traceId }],
  })
})

/** Makes a user, within a trace. */
async function create({ traceId, traceparent }: ReturnType<typeof newTrace>): Promise<void> {
  const { status } = await fetch(`${service.url}/v1/users`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ name: 'Grace', email: `${traceId}@example.com`, role: 'viewer' }),
  })
  if (status !== 201) throw new Error(`The user is refused with ${status}.`)
}
