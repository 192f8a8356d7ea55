import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ApiKey } from '@roster/sdk'
import { addressOf, Stream, until } from '@roster/test/realtime'
import { freePort } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForMetrics } from '../server/metrics-listener.ts'

const sources = { lag: async () => ({ unsequenced: 3, age: 1.5 }), waitingQueries: () => 7 }

let service: Service
let url: string
beforeAll(async () => {
  const deliveries = {
    counters: { succeeded: 5, retried: 2, failed: 1, disabled: 1 },
    lag: async () => ({ waiting: 4, age: 0.5 }),
  }
  service = await startService({ metrics: { ...sources, deliveries, isOpenHere: true }, trustProxy: 1 })
  url = await addressOf(service.app)
})
afterAll(() => service.stop())

/** The value of each series. */
async function metrics(headers: Record<string, string> = {}): Promise<Record<string, number>> {
  const { body } = await service.admin.rest<string>('GET /metrics', undefined, headers)
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const newSecret = async (...scopes: ApiKey['scopes']) =>
  (await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes })).secret

test('this machine reads metrics without a credential, in the Prometheus text format', async () => {
  const answer = await service.anonymous.rest('GET /metrics')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  expect(answer.body).toContain('# TYPE nodejs_eventloop_lag_seconds gauge')
})

const FORWARDED: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { 'x-real-ip': '203.0.113.7' },
  { 'x-forwarded-proto': 'http' },
  { via: '1.1 proxy' },
  { 'x-client-ip': '203.0.113.7' },
  { 'x-cluster-client-ip': '203.0.113.7' },
  { 'x-original-host': 'api.example.com' },
  { 'x-envoy-external-address': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'client-cert': ':AAAA:' },
  { host: 'api.example.com' },
  { host: 'localhost.example.com' },
  { host: '127.0.0.1.example.com' },
  { host: 'not-localhost' },
]

test('everybody else, whoever sits behind a proxy included, needs read:metrics', async () => {
  for (const forwarded of FORWARDED) {
    const read = async (scope: ApiKey['scopes'][number]) =>
      (await service.withKey(await newSecret(scope)).rest('GET /metrics', undefined, forwarded)).status
    expect((await service.anonymous.rest('GET /metrics', undefined, forwarded)).status).toBe(401)
    expect([await read('read:users'), await read('read:metrics')]).toEqual([403, 200])
  }
})

test('HTTP/1.0, which nginx speaks to what is behind it, is not taken for this machine', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end('GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
})

test('where they are not open to this machine, it needs read:metrics too', async () => {
  const closed = await startService({ beside: service, metrics: sources })
  const read = async (secret: string) => (await closed.withKey(secret).rest('GET /metrics')).status
  expect((await closed.anonymous.rest('GET /metrics')).status).toBe(401)
  expect([await read(await newSecret('read:users')), await read(await newSecret('read:metrics'))]).toEqual([403, 200])
  await closed.app.close()
})

test('a listener of their own serves them to whoever reaches it, and nothing else', async () => {
  const port = await freePort()
  const stop = await listenForMetrics(service.app.readMetrics!, { port, setting: 'ROSTER_METRICS_PORT' })
  const ask = async (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const answer = await ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
    200,
    { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  ])
  expect(await answer.text()).toContain('db_pool_waiting_queries 7')
  for (const [path, init] of [
    ['/', {}],
    ['/v1/users', {}],
    ['/metrics', { method: 'POST' }],
  ] as const)
    expect((await ask(path, init)).status).toBe(404)
  await expect(listenForMetrics(service.app.readMetrics!, { port, setting: 'ROSTER_METRICS_PORT' })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another process. Stop that process, or give this one another port with ROSTER_METRICS_PORT.`,
  )
  stop()
  await expect(ask('/metrics')).rejects.toThrow('fetch failed')
})

test('that listener says so while they cannot be told, and nothing of why', async () => {
  const port = await freePort()
  const lost = () => Promise.reject(new Error('Connection terminated'))
  const stop = await listenForMetrics(lost, { port, setting: 'ROSTER_METRICS_PORT' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, await answer.text()]).toEqual([503, 'What is measured cannot be told now. Ask again.'])
  stop()
})

test('whoever waits for them is not waited for when the service stops', async () => {
  const [port, asked] = [await freePort(), Promise.withResolvers<void>()]
  const never = () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const stop = await listenForMetrics(never, { port, setting: 'ROSTER_METRICS_PORT' })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.resume().write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.promise
  stop()
  await expect.poll(() => socket.destroyed).toBe(true)
})

test('requests are counted by route and status', async () => {
  await service.admin.rest('GET /v1/users/usr_1')
  await service.admin.rest('GET /v1/users/usr_2')
  expect(await metrics()).toMatchObject({
    'http_request_duration_seconds_count{method="GET",route="/v1/users/:user_id",status="404"}': 2,
    'http_request_duration_seconds_bucket{le="10",method="GET",route="/v1/users/:user_id",status="404"}': 2,
    'http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/v1/users/:user_id",status="404"}': 2,
  })
})

test('the time for which a stream is open is the duration of no request', async () => {
  const headers = { 'x-api-key': await newSecret('read:events') }
  const leaving = new AbortController()
  const streams = ['/events', '/trpc/events.subscribe'].map((path) =>
    fetch(url + path, { headers, signal: leaving.signal }),
  )
  expect((await Promise.all(streams)).map(({ status }) => status)).toEqual([200, 200])
  leaving.abort()
  const { open } = service.counters
  await expect.poll(() => open.sse + open['trpc-sse']).toBe(0)
  expect(Object.keys(await metrics()).filter((series) => /route="\/(?:events|trpc)/.test(series))).toEqual([])
})

test('a refusal of a stream is the end of a request', async () => {
  const headers = { 'x-api-key': await newSecret('read:events'), 'content-type': 'text/plain' }
  expect((await fetch(`${url}/trpc/events.subscribe`, { headers })).status).toBe(415)
  const counted = 'http_request_duration_seconds_count{method="GET",route="/trpc/:path",status="415"}'
  expect(await metrics()).toMatchObject({ [counted]: 1 })
})

test('those that came before metrics were first read are counted, too', async () => {
  const late = await startService({ beside: service, metrics: { ...sources, isOpenHere: true } })
  await late.anonymous.rest('GET /v1/users/usr_1')
  const { body } = await late.anonymous.rest('GET /metrics')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/v1/users/:user_id",status="401"} 1')
  await late.app.close()
})

test('log lag, the pool, connections and what they were sent are among them', async () => {
  const stream = await Stream.open(`${url}/events`, { 'x-api-key': await newSecret('read:events', 'read:users') })
  await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  await stream.received(1)
  expect(await metrics()).toMatchObject({
    event_log_unsequenced_events: 3,
    event_log_lag_seconds: 1.5,
    db_pool_waiting_queries: 7,
    'realtime_connections{transport="sse"}': 1,
    'realtime_connections{transport="websocket"}': 0,
    realtime_slow_readers_total: 0,
    realtime_events_sent_total: expect.any(Number),
  })
  stream.close()
  await until(() => (service.counters.open.sse === 0 ? true : undefined))
  const { 'realtime_connections{transport="sse"}': open, realtime_events_sent_total: sent } = await metrics()
  expect([open, sent! >= 1]).toEqual([0, true])
})

test('webhooks are among them: what came of attempts, and what waits', async () => {
  expect(await metrics()).toMatchObject({
    'webhook_attempts_total{outcome="succeeded"}': 5,
    'webhook_attempts_total{outcome="retried"}': 2,
    'webhook_attempts_total{outcome="failed"}': 1,
    webhook_endpoints_disabled_total: 1,
    webhook_deliveries_waiting: 4,
    webhook_delivery_lag_seconds: 0.5,
  })
})

test('while the database does not answer, all is told but what only that knows', async () => {
  let isAway = true
  const answer = async <Value>(value: Value) => {
    if (isAway) throw new Error('connection refused')
    return value
  }
  const counters = { succeeded: 5, retried: 0, failed: 0, disabled: 0 }
  const deliveries = { counters, lag: () => answer({ waiting: 4, age: 0.5 }) }
  const lag = () => answer({ unsequenced: 3, age: 1.5 })
  const cutOff = await startService({
    beside: service,
    metrics: { ...sources, lag, deliveries, isOpenHere: true },
  })
  const read = async () => (await cutOff.anonymous.rest<string>('GET /metrics')).body
  const away = await read()
  expect(away).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(away).toContain('\nwebhook_attempts_total{outcome="succeeded"} 5\n')
  expect(away).toContain('\ndb_answers 0\n')
  expect(away).not.toMatch(/^(?:event_log|webhook_deliver)/m)
  isAway = false
  const back = await read()
  expect(back).toContain('\ndb_answers 1\n')
  expect(back).toContain('\nevent_log_lag_seconds 1.5\n')
  expect(back).toContain('\nwebhook_deliveries_waiting 4\n')
  await cutOff.app.close()
})
