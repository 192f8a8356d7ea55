import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '@roster/core/contract'
import { addressOf, Stream, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'

// How a subscription over server-sent events is refused: with a status, as any request is.

const PATH = '/trpc/events.subscribe?input={}'

let service: Service
let url: string
let isDown = false
let taken = 0
beforeAll(async () => {
  const limit = {
    async take() {
      if (isDown) throw new Problem('unavailable')
      if (taken >= 2) throw new Problem('rate-limited', undefined, { headers: { 'retry-after': '5' } })
      taken++
      return () => void taken--
    },
  }
  service = await startService({ realtime: { limit }, limiter: memoryLimiter({ ...DEFAULT_QUOTAS, read: 30 }) })
  url = await addressOf(service.app)
  await service.startEventLog()
})
afterAll(() => service.stop())

const newKey = async (scopes: ('read:events' | 'read:users')[] = ['read:events']) =>
  (await service.admin.sdk.apiKeys.create({ name: 'Key', role: 'admin', scopes })).secret

const none = () => until(() => (taken === 0 ? true : undefined))

test('one stream too many is 429 with the time to wait, counts once, and takes no place', async () => {
  const secret = await newKey()
  const open = () => Stream.open(url + PATH, { 'x-api-key': secret })
  const streams = [await open(), await open()]
  expect(streams.map(({ response }) => response.headers.get('x-ratelimit-remaining'))).toEqual(['29', '28'])
  expect(await service.withKey(secret).rest(`GET ${PATH}`)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5', 'x-ratelimit-remaining': '27' },
    body: { error: { data: { problem: { code: 'rate-limited' } } } },
  })
  for (const stream of streams) stream.close()
  await none()
  const again = await open()
  expect(again.response.headers.get('x-ratelimit-remaining')).toBe('26')
  again.close()
  await none()
})

test('HEAD answers the head alone, and takes no place', async () => {
  const head = await service.withKey(await newKey()).rest(`HEAD ${PATH}`)
  expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: undefined })
  await none()
})

test.each([
  ['no credential', () => service.anonymous],
  ['a bad credential', () => service.withKey('rk_x')],
])('%s is 401 with the challenges, and counts against the address', async (_, caller) => {
  const left = async () => {
    const { status, headers } = await caller().rest(`GET ${PATH}`)
    expect([status, headers['www-authenticate']]).toEqual([401, expect.arrayContaining(['ApiKey realm="roster"'])])
    return Number(headers['x-ratelimit-remaining'])
  }
  expect(await left()).toBe((await left()) + 1)
})

test('a scope that is missing is 403', async () => {
  const caller = service.withKey(await newKey(['read:users']))
  expect(await caller.rest(`GET ${PATH}`)).toMatchObject({
    status: 403,
    headers: { 'x-ratelimit-remaining': '29' },
    body: { error: { data: { problem: { code: 'insufficient-scope' } } } },
  })
})

test('a quota that is used up is 429', async () => {
  const caller = service.withKey(await newKey())
  for (let count = 0; count < 30; count++) await caller.rest('GET /v1/me')
  expect(await caller.rest(`GET ${PATH}`)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.any(String), 'x-ratelimit-remaining': '0' },
  })
})

test('a call by POST is 405', async () => {
  const caller = service.withKey(await newKey())
  expect(await caller.rest('POST /trpc/events.subscribe', {})).toMatchObject({
    status: 405,
    headers: { 'x-ratelimit-remaining': expect.any(String) },
  })
})

test('what tRPC refuses gives its place back', async () => {
  const caller = service.withKey(await newKey())
  const lines = { 'trpc-accept': 'application/jsonl' }
  expect(await caller.rest(`GET ${PATH}`, undefined, lines)).toMatchObject({ status: 400 })
  await none()
})

test('a stream that has nothing to tell is sent a sign of life every fifteen seconds', async () => {
  const headers = { 'x-api-key': await newKey() }
  const leaving = new AbortController()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  let text = ''
  try {
    const { body } = await fetch(url + PATH, { headers, signal: leaving.signal })
    const write = (part: string) => void (text += part)
    const reading = body!.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }))
    reading.catch(() => {})
    const signs = () => text.split('event: ping').length - 1
    while (!text.includes('event: connected')) await nextTurn()
    for (const count of [1, 2]) {
      // The service has timers of its own.
      const due = () => timers.mock.calls.filter(([, time]) => time === 15_000)
      await expect.poll(due).toHaveLength(count)
      expect(signs()).toBe(count - 1)
      due().at(-1)![0]()
      await expect.poll(signs).toBe(count)
    }
  } finally {
    timers.mockRestore()
    leaving.abort()
  }
  await none()
})

test('what is our own fault is told within the stream, so that its reader comes again', async () => {
  isDown = true
  const { response } = await Stream.open(url + PATH, { 'x-api-key': await newKey() })
  isDown = false
  expect(response.status).toBe(200)
})
