import { once } from 'node:events'
import { type IncomingMessage, request as begin } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { emit } from '@roster/core/server'
import { valuesOf } from '@roster/test/otlp-receiver'
import { Receiver } from '@roster/test/receiver'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { named, newTrace, outlineOf, type SpanNode, treeOf } from '@roster/test/trace-tree'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TracedService
let hook: Receiver
beforeAll(async () => {
  service = await startTraced({ ROSTER_MCP: 'on' })
  hook = await Receiver.start()
  await service.roster.webhookEndpoints.create({ url: hook.url, events: ['user.created'] })
})
afterAll(async () => {
  await service.stop()
  await hook.stop()
})

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

/** The name of a tool in the header: what is coded is answered by the official package. */
const CODED = `=?base64?${btoa('call_operation')}?=`

/** Has an agent call a tool by this header, which belongs to one trace, in a request of another. */
async function callTool(header: string, traceparent: string, ofRequest: string): Promise<void> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    traceparent,
  }
  const params = {
    name: 'call_operation',
    arguments: { operation: 'users.get', input: { user_id: 'usr_01KANFCK8E9VFV5HSVG2Q6M1QY' } },
    _meta: meta,
  }
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': service.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': header,
      traceparent: ofRequest,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect(await response.text()).toContain('not-found')
}

test('a call whose agent names no good trace belongs to that of its request', async () => {
  const { traceId, traceparent } = newTrace()
  await callTool('call_operation', `${traceparent}-more`, traceparent)
  const spans = await service.trace(traceId, 'POST /mcp', 'tools/call call_operation')
  expect(outlineOf(treeOf(spans))).toContain('  server tools/call call_operation')
})

test.each(['call_operation', CODED])(
  'a call of %s goes on in the trace that the agent names, and is linked with the request',
  async (header) => {
    const { traceId, traceparent } = newTrace()
    const request = newTrace()
    await callTool(header, traceparent, request.traceparent)
    const spans = await service.trace(traceId, 'tools/call call_operation')
    const [call] = treeOf(spans)
    expect({ ...call, children: outlineOf(call!.children!) }).toEqual({
      span: 'server tools/call call_operation',
      attributes: {
        'error.type': 'tool_error',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'call_operation',
        'mcp.method.name': 'tools/call',
      },
      failed: true,
      links: 1,
      children: ['internal users.get', '  client SELECT users'],
    })
    const posted = named('POST /mcp', await service.trace(request.traceId, 'POST /mcp'))
    expect(named('tools/call call_operation', spans).links).toMatchObject([
      { traceId: request.traceId, spanId: posted.spanId },
    ])
  },
)

test('a statement that the server refuses says how', async () => {
  const { traceId, traceparent } = newTrace()
  expect((await send('/v1/users', traceparent, person('Ada'))).status).toBe(409)
  const spans = await service.trace(traceId, 'POST /v1/users')
  const refused = spans.find(({ attributes }) => 'db.response.status_code' in valuesOf(attributes))!
  expect(valuesOf(refused.attributes)).toMatchObject({ 'db.response.status_code': '23505', 'error.type': '23505' })
})

test('a request whose body comes late is one span, which lasts from before the body until after the answer', async () => {
  const [late, between] = [newTrace(), newTrace()]
  const headers = {
    'x-api-key': service.key,
    'content-type': 'application/json',
    traceparent: late.traceparent,
    expect: '100-continue',
  }
  const sent = begin(`${service.url}/v1/users`, { method: 'POST', headers })
  sent.flushHeaders()
  await once(sent, 'continue')
  await send('/v1/me', between.traceparent)
  sent.end(JSON.stringify(person('Edsger')))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await buffer(response)
  const spans = await service.trace(late.traceId, 'POST', 'place user.created', 'POST /v1/users')
  expect(outlineOf(treeOf(spans))).toEqual([
    'server POST /v1/users',
    '  client SELECT api_keys accounts',
    '  internal users.create',
    '    client INSERT users events',
    '    producer create user.created',
    '      client POST',
    '      internal place user.created',
  ])
  const whole = named('POST /v1/users', spans)
  const other = named('GET /v1/me', await service.trace(between.traceId, 'GET /v1/me'))
  expect(BigInt(whole.startTimeUnixNano)).toBeLessThan(BigInt(other.startTimeUnixNano))
  expect(BigInt(whole.endTimeUnixNano)).toBeGreaterThan(BigInt(other.endTimeUnixNano))
})

/** Commits an event as a part of a trace. */
async function change({ database }: TracedService, parent: string): Promise<void> {
  await database.tracing!.run({ name: 'change', parent }, async () => {
    const transaction = database.transaction()
    const data = { id: 'ord_01KANFCK8E9VFV5HSVG2Q6M1QY' }
    emit(transaction, { time: Date.now(), event: 'order.created', actor: null, data, owner: null })
    await transaction.commit()
  })
}

test('a statement for several callers belongs to the first that is recorded, and is linked with the others that are', async () => {
  const [unrecorded, first, second, third] = [newTrace(), newTrace(), newTrace(), newTrace()]
  const parents = [unrecorded.traceparent.replace(/01$/, '00'), ...[first, second, third].map((one) => one.traceparent)]
  await Promise.all(parents.map((parent) => change(service, parent)))
  const spansOf = ({ traceId }: typeof first) => service.trace(traceId, 'change', 'place order.created')
  const [belongs, ...others] = await Promise.all([spansOf(first), spansOf(second), spansOf(third)])
  const statement = named('INSERT events', belongs)
  expect(statement.parentSpanId).toBe(named('change', belongs).spanId)
  const callers = others.map((spans) => named('change', spans))
  expect(statement.links).toMatchObject(callers.map(({ traceId, spanId }) => ({ traceId, spanId })))
  const outlines = others.map((spans) => outlineOf(treeOf(spans)))
  const alone = ['internal change', '  producer create order.created', '    internal place order.created']
  expect(outlines).toEqual([alone, alone])
  expect(service.receiver.trace(unrecorded.traceId)).toEqual([])
})
