import { TracerProvider } from '@opentelemetry/sdk-trace'
import { Roster } from '@roster/sdk'
import { Receiver } from '@roster/test/receiver'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { outlineOf, type SpanNode, treeOf } from '@roster/test/trace-tree'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TracedService
let hook: Receiver
beforeAll(async () => {
  service = await startTraced()
  hook = await Receiver.start()
  await service.roster.webhookEndpoints.create({ url: hook.url, events: ['user.created'] })
})
afterAll(async () => {
  await service.stop()
  await hook.stop()
})

let traces = 0
/** A trace of its own, that its caller has recorded. */
function newTrace() {
  const traceId = String(++traces).padStart(32, 'a')
  return { traceId, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
}

/** Sends a request within a trace. */
const send = (path: string, traceparent: string, body?: unknown) =>
  fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', traceparent },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const person = (name: string) => ({ name, email: `${name}@example.com`, role: 'viewer' as const })

const http = {
  'network.protocol.version': '1.1',
  'server.address': 'localhost',
  'server.port': 'a number',
  'url.scheme': 'http',
}
const sql = (summary: string): SpanNode => ({
  span: `client ${summary}`,
  attributes: { 'db.query.summary': summary, 'db.system.name': 'postgresql' },
})
const CALLER = sql('SELECT api_keys accounts')
const messaging = { 'messaging.message.id': 'evt_…', 'messaging.system.name': 'event_log' }

test('a write over REST goes on in its statements, its event, the place of that in the log, and the attempt to deliver it', async () => {
  const { traceId, traceparent } = newTrace()
  const response = await send('/v1/users', traceparent, person('Ada'))
  expect(response.status).toBe(201)
  const spans = await service.trace(traceId, 'POST', 'place user.created', 'POST /v1/users')
  const event = { ...messaging, 'messaging.destination.name': 'user.created' }
  expect(treeOf(spans)).toEqual([
    {
      span: 'server POST /v1/users',
      attributes: {
        ...http,
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'http.route': '/v1/users',
        'url.path': '/v1/users',
      },
      children: [
        CALLER,
        {
          span: 'internal users.create',
          attributes: {},
          children: [
            sql('INSERT users events'),
            {
              span: 'producer create user.created',
              attributes: { ...event, 'messaging.operation.name': 'create', 'messaging.operation.type': 'create' },
              children: [
                {
                  span: 'client POST',
                  attributes: {
                    ...event,
                    'http.request.method': 'POST',
                    'http.response.status_code': 204,
                    'server.address': '127.0.0.1',
                    'server.port': 'a number',
                    'url.full': 'http://127.0.0.1:…/REDACTED',
                    'webhook.endpoint.id': 'whe_…',
                  },
                },
                {
                  span: 'internal place user.created',
                  attributes: { ...event, 'messaging.operation.name': 'place', 'event_log.place': 'a number' },
                },
              ],
            },
          ],
        },
      ],
    },
  ])
  const attempt = spans.find(({ name }) => name === 'POST')!
  expect(hook.received.map(({ headers }) => headers['traceparent'])).toEqual([`00-${traceId}-${attempt.spanId}-01`])
  const server = spans.find(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')!
  expect(response.headers.get('traceparent')).toBe(`00-${traceId}-${server.spanId}-01`)
})

test('calls of a batch over RPC are spans of one request, and one that fails says how', async () => {
  const { traceId, traceparent } = newTrace()
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { user_id: 'usr_01KANFCK8E9VFV5HSVG2Q6M1QY' } }))
  await send(`/trpc/me.get,users.get?batch=1&input=${input}`, traceparent)
  const spans = await service.trace(traceId, 'GET /trpc/:path')
  const [request] = treeOf(spans)
  expect(request).toMatchObject({
    span: 'server GET /trpc/:path',
    attributes: { 'url.path': '/trpc/me.get,users.get' },
  })
  const rpc = { 'rpc.system.name': 'trpc' }
  const [failed, ...others] = request!.children!.filter(({ span }) => span.endsWith('users.get'))
  expect(others).toEqual([])
  expect(failed).toEqual({
    span: 'server users.get',
    attributes: {
      ...rpc,
      'error.type': 'not-found',
      'rpc.method': 'users.get',
      'rpc.response.status_code': 'NOT_FOUND',
    },
    children: [
      { span: 'internal users.get', attributes: { 'error.type': 'not-found' }, children: [sql('SELECT users')] },
    ],
  })
  expect(outlineOf(treeOf(spans)).filter((line) => !line.includes('client'))).toEqual([
    'server GET /trpc/:path',
    '  server me.get',
    '    internal me.get',
    '  server users.get',
    '    internal users.get',
  ])
})

test('a list', async () => {
  const { traceId, traceparent } = newTrace()
  await send('/v1/users?search=ada%40example.com', traceparent)
  const spans = await service.trace(traceId, 'GET /v1/users')
  expect(outlineOf(treeOf(spans))).toEqual([
    'server GET /v1/users',
    '  client SELECT api_keys accounts',
    '  internal users.list',
    // The records, and how many there are.
    '    client SELECT users',
    '    client SELECT users',
  ])
})

test('an export is made in the trace of who asked for it, and so is its event', async () => {
  const { traceId, traceparent } = newTrace()
  await send('/v1/exports', traceparent, { format: 'ndjson' })
  const spans = await service.trace(traceId, 'place export.succeeded', 'make export', 'POST /v1/exports')
  expect(outlineOf(treeOf(spans)).filter((line) => !line.includes('client'))).toEqual([
    'server POST /v1/exports',
    '  internal exports.create',
    '    internal make export',
    '      producer create export.succeeded',
    '        internal place export.succeeded',
  ])
})

test('a stream is a span as long as it lasts, linked with the traces of what it was sent', async () => {
  const stream = newTrace()
  const leaving = new AbortController()
  const response = await fetch(`${service.url}/events`, {
    headers: { 'x-api-key': service.key, traceparent: stream.traceparent },
    signal: leaving.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const write = newTrace()
  await send('/v1/users', write.traceparent, person('Grace'))
  for (;;) {
    const { value } = await reader.read()
    if (value!.includes('user.created')) break
  }
  leaving.abort()
  const spans = await service.trace(stream.traceId, 'GET /events')
  const linked = await service.trace(write.traceId, 'create user.created')
  expect(spans.find(({ name }) => name === 'GET /events')!.links).toMatchObject([
    { traceId: write.traceId, spanId: linked.find(({ name }) => name === 'create user.created')!.spanId },
  ])
  expect(outlineOf(treeOf(spans)).filter((line) => !line.includes('client'))).toEqual(['server GET /events'])
})

test('a call of the client begins a trace with its own tracer', async () => {
  const ended: string[] = []
  const processor = {
    onStart() {},
    onEnd: ({ name }: { name: string }) => void ended.push(name),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const provider = new TracerProvider({ spanProcessors: [processor as never] })
  const contexts: string[] = []
  const roster = new Roster({
    baseUrl: service.url,
    apiKey: service.key,
    tracer: provider.getTracer('test'),
    onRequest: ({ headers }) => void contexts.push(headers.get('traceparent')!),
  })
  await roster.me.get()
  const [, traceId, spanId] = contexts[0]!.split('-')
  const spans = await service.trace(traceId!, 'GET /v1/me')
  expect(ended).toEqual(['GET /v1/me'])
  expect(spans.find(({ name }) => name === 'GET /v1/me')!.parentSpanId).toBe(spanId)
})

test('a caller that has its trace not recorded is not recorded here, and what follows still names its trace', async () => {
  const { traceId } = newTrace()
  const before = hook.received.length
  await send('/v1/users', `00-${traceId}-b7ad6b7169203331-00`, person('Alan'))
  await expect.poll(() => hook.received.length).toBe(before + 1)
  expect(hook.received.at(-1)!.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  const next = newTrace()
  await send('/v1/me', next.traceparent)
  await service.trace(next.traceId, 'GET /v1/me')
  expect(service.receiver.trace(traceId)).toEqual([])
})
