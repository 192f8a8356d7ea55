import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PATIENCE } from '@roster/test/patience'
import { Receiver } from '@roster/test/receiver'
import { type ReceivedMetric, valuesOf } from '@roster/test/otlp-receiver'
import { sendRaw } from '@roster/test/raw-requests'
import { Stream } from '@roster/test/realtime'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { newTrace } from '@roster/test/trace-tree'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const PASSWORD = 'a pelican under the pier'

let service: TracedService
let hook: Receiver
beforeAll(async () => {
  service = await startTraced({ LOG_LEVEL: 'info' })
  hook = await Receiver.start((response) => void response.writeHead(503).end())
  await useEverything()
})
afterAll(async () => {
  await service.stop()
  await hook.stop()
})

/** Calls what is told of people and secrets, over every protocol. */
async function useEverything(): Promise<void> {
  const { roster, url, key } = service
  const endpoint = await roster.webhookEndpoints.create({ url: `${hook.url}/s3cret-of-the-path`, events: ['*'] })
  const user = await roster.users.create({ name: 'Augusta Ada King', email: 'augusta.ada@example.com', role: 'viewer' })
  await roster.users.setPassword(user.id, { password: PASSWORD })
  await roster.users.list({ search: 'augusta' })
  await roster.users.update(user.id, { name: 'Countess of Lovelace' })
  const made = await roster.apiKeys.create({
    name: 'For a robot',
    role: 'viewer',
    scopes: ['read:users'],
    user_id: user.id,
  })
  secrets.push(key, made.secret, endpoint.secret)
  await roster.exports.create({ format: 'csv' })
  const input = encodeURIComponent(JSON.stringify({ search: 'augusta.ada@example.com' }))
  await fetch(`${url}/trpc/users.list?input=${input}`, { headers: { 'x-api-key': key } })
  await fetch(`${url}/v1/users/augusta.ada@example.com`, { headers: { 'x-api-key': key } })
  await fetch(`${url}/augusta.ada%40example.com`)
  await fetch(`${url}/v1/users`, { headers: { 'x-api-key': 'rk_ofNobody' } })
  const signIn = { email: 'augusta.ada@example.com', password: PASSWORD }
  const headers = { 'content-type': 'application/json' }
  const session = await fetch(`${url}/v1/session`, { method: 'POST', headers, body: JSON.stringify(signIn) })
  secrets.push(session.headers.get('set-cookie')!.split('=')[1]!.split(';')[0]!)
  const told = service.receiver
  const names = () => told.spans.map(({ name }) => name)
  const isTold = () =>
    names().includes('POST') && names().includes('make export') && told.metrics.length > 0 && told.records.length > 5
  await vi.waitUntil(isTold, { timeout: PATIENCE, interval: 10 })
}

const secrets = [PASSWORD, 's3cret-of-the-path', 'rk_ofNobody']
const PEOPLE = ['augusta', 'Augusta', 'Countess', 'For a robot', 'example.com']

test('nothing that is told names a person or holds a secret', () => {
  const told = service.receiver.bodies.join('\n')
  expect([...secrets, ...PEOPLE].filter((text) => told.includes(text))).toEqual([])
})

/** Names of our own: the conventions have none for what they say. */
const OWN = new Set(['event_log.place', 'webhook.endpoint.id'])

/** What lines of the log say besides. */
const OWN_OF_LINES = new Set([
  'caller.id',
  'caller.type',
  'duration_ms',
  'request_id',
  'security.actor.id',
  'security.actor.type',
  'security.event',
  'security.succeeded',
  'security.target',
])

/** Names in the published package, without those that are deprecated: attributes and metrics. */
async function namesInForce(): Promise<Set<string>> {
  const at = import.meta.resolve('@opentelemetry/semantic-conventions/incubating')
  const files = ['stable_attributes', 'stable_metrics', 'experimental_attributes', 'experimental_metrics']
  const read = files.map((file) => readFile(fileURLToPath(new URL(`${file}.d.mts`, at)), 'utf8'))
  const declared = (await Promise.all(read)).join('').matchAll(DECLARATION)
  return new Set(Array.from(declared).flatMap(([, comment, name]) => (/@deprecated/.test(comment!) ? [] : [name!])))
}

const DECLARATION = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*declare const (?:ATTR|METRIC)_\w+: "([^"]+)"/g

test('attributes have the names of the semantic conventions that are in force', async () => {
  const inForce = await namesInForce()
  expect(inForce.has('messaging.system.name') && !inForce.has('messaging.system')).toBe(true)
  const { spans, resources, records } = service.receiver
  const ofSpans = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key))
  const ofRecords = records.flatMap(({ attributes }) => attributes.map(({ key }) => key))
  const names = [...ofSpans, ...resources.flatMap(Object.keys)].filter((name) => !OWN.has(name))
  names.push(...ofRecords.filter((name) => !OWN_OF_LINES.has(name)))
  expect([...new Set(names)].filter((name) => !inForce.has(name))).toEqual([])
})

test('metrics that have a name in the semantic conventions have that, and the others that of /metrics', async () => {
  const { receiver, url, key } = service
  const text = await (await fetch(`${url}/metrics`, { headers: { 'x-api-key': key } })).text()
  const ours = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
  const inForce = await namesInForce()
  const names = [...new Set(receiver.metrics.map(({ name }) => name))]
  expect(names.filter((name) => !inForce.has(name) && !ours.has(name))).toEqual([])
  expect(names).toContain('http.server.request.duration')
  expect(names).toContain('process.cpu.time')
})

test('a histogram tells how many requests took how long', () => {
  const durations = service.receiver.metrics.findLast(
    ({ name }) => name === 'http.server.request.duration',
  )! as Histogram
  const point = durations.histogram.dataPoints.find(
    ({ attributes }) => valuesOf(attributes)['http.route'] === '/v1/users/:user_id',
  )!
  expect(durations.unit).toBe('s')
  expect(point.bucketCounts.length).toBe(point.explicitBounds.length + 1)
  expect(point.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(point.count)
})

type Histogram = ReceivedMetric & {
  histogram: {
    dataPoints: {
      count: number
      bucketCounts: number[]
      explicitBounds: number[]
      attributes: Parameters<typeof valuesOf>[0] & object
    }[]
  }
}

test('a line of the log names the trace that it belongs to', async () => {
  const { receiver, url, key } = service
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await fetch(`${url}/v1/me`, { headers: { 'x-api-key': key, traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
  const lineOfTrace = () => receiver.records.find((record) => record.traceId === traceId)
  await expect.poll(lineOfTrace).toBeDefined()
  const { spanId, severityText, body, attributes } = lineOfTrace()!
  await expect.poll(() => receiver.trace(traceId).some((span) => span.spanId === spanId)).toBe(true)
  expect({ severityText, body: body.stringValue }).toEqual({ severityText: 'INFO', body: 'Answered' })
  expect(valuesOf(attributes)).toMatchObject({
    'http.request.method': 'GET',
    'url.path': '/v1/me',
    'http.response.status_code': 200,
  })
})

/** The traces that lines about a path name. */
const tracesOf = (path: string) =>
  service.receiver.records.flatMap(({ attributes, traceId }) =>
    valuesOf(attributes)['url.path'] === path ? [traceId] : [],
  )

test('the line of a stream that its reader has ended names the trace of its request', async () => {
  const { traceId, traceparent } = newTrace()
  const stream = await Stream.open(`${service.url}/events`, { 'x-api-key': service.key, traceparent })
  stream.close()
  await expect.poll(() => tracesOf('/events')).toEqual([traceId])
})

test('the line of a request that waited on its connection for the answer to another names its own trace', async () => {
  const [slow, quick] = [newTrace(), newTrace()]
  const asked = (path: string, { traceparent }: typeof slow) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${service.key}\r\ntraceparent: ${traceparent}\r\n\r\n`
  await sendRaw(Number(new URL(service.url).port), asked('/v1/users?search=nobody', slow) + asked('/', quick))
  await expect.poll(() => tracesOf('/')).toEqual([quick.traceId])
})

test('an attempt that a receiver refuses is a span that failed', () => {
  const attempt = service.receiver.spans.find(({ name }) => name === 'POST')!
  expect(attempt.status).toEqual({ code: 2 })
  expect(valuesOf(attempt.attributes)).toMatchObject({ 'error.type': '503', 'http.response.status_code': 503 })
})

test('who tells is named, and each process by itself', () => {
  for (const resource of service.receiver.resources)
    expect(resource).toMatchObject({ 'service.name': 'roster', 'service.instance.id': expect.any(String) })
})
