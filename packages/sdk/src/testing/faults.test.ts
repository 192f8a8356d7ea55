import { Roster } from '../roster.ts'
import { createMock } from '../testing.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const mock = createMock({ seed: 7, users: 2 })
const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off', maxRetries: 0 })
const headers = { 'x-api-key': 'test', 'content-type': 'application/json' }
const body = JSON.stringify({ name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' })
const create = (signal: AbortSignal) =>
  mock.fetch(`${mock.baseUrl}/v1/users`, { method: 'POST', headers, body, signal }).catch((reason: unknown) => reason)

beforeEach(() => {
  mock.reset()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test.each([
  ['a reset', () => mock.reset()],
  ['`clear`', () => mock.faults.clear()],
])('nothing goes wrong any more after %s', async (_what, end) => {
  vi.useRealTimers()
  mock.faults.failNext(503, { times: Infinity })
  mock.faults.latency(60_000)
  mock.faults.dropConnection()
  end()
  expect(await roster.me.get({ timeout: 2_000 })).toMatchObject({ role: 'admin' })
})

describe('a request that is aborted ends with the reason, and has no effect', () => {
  test('while its answer takes time', async () => {
    const controller = new AbortController()
    mock.faults.latency(1_000)
    const call = create(controller.signal)
    await vi.advanceTimersByTimeAsync(500)
    controller.abort('enough')
    expect(await call).toBe('enough')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(mock.db.users).toHaveLength(2)
  })

  test('before it is sent', async () => {
    expect(await create(AbortSignal.abort('enough'))).toBe('enough')
    expect(mock.db.users).toHaveLength(2)
  })
})

test('a request that is aborted while it waits for its turn has no effect, and leaves no stream open', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const [first, ...others] = Array.from({ length: 20 }, () => mock.fetch(`${mock.baseUrl}/v1/me`, { headers }))
  const stream = mock.fetch(`${mock.baseUrl}/events`, { headers, signal }).catch((reason: unknown) => reason)
  const calls = [create(signal), stream]
  await first
  controller.abort('enough')
  expect(await Promise.all(calls)).toEqual(['enough', 'enough'])
  await Promise.all(others)
  expect(mock.db.users).toHaveLength(2)
})

test('streams whose answers are lost are not left open', async () => {
  for (let nth = 0; nth < 5; nth++) {
    mock.faults.dropConnection({ path: '/events' })
    await expect(mock.fetch(`${mock.baseUrl}/events`, { headers })).rejects.toThrow('fetch failed')
  }
  const response = await mock.fetch(`${mock.baseUrl}/events`, { headers })
  await response.body!.cancel()
  expect(response.status).toBe(200)
})

test.each([0, -1, 1.5, NaN])('%d failures cannot be asked for', (times) => {
  expect(() => mock.faults.failNext(503, { times })).toThrow('Pass a whole number over 0, or Infinity.')
})

describe('a connection that breaks within a body', () => {
  const read = async () => {
    const response = await mock.fetch(`${mock.baseUrl}/v1/me`, { headers })
    let bytes = 0
    const count = new WritableStream<Uint8Array>({ write: (piece) => void (bytes += piece.length) })
    const fault = await response.body!.pipeTo(count).catch((reason: unknown) => (reason as Error).message)
    return { bytes, fault }
  }

  test('lets as many bytes arrive as it is told to, and is one connection alone', async () => {
    const whole = await read()
    expect(whole.fault).toBeUndefined()
    mock.faults.dropConnection({ after: 10 })
    expect(await read()).toEqual({ bytes: 10, fault: 'fetch failed' })
    expect(await read()).toEqual(whole)
  })

  test('breaks after the last byte where there are no more', async () => {
    const { bytes } = await read()
    mock.faults.dropConnection({ after: bytes })
    expect(await read()).toEqual({ bytes, fault: 'fetch failed' })
  })
})

test.each([
  [418, 'bad-request'],
  [404, 'not-found'],
  [503, 'unavailable'],
  [599, 'internal'],
])('a failure %i has the code %s, unless another is asked for', async (status, code) => {
  mock.faults.failNext(status)
  await expect(roster.me.get()).rejects.toMatchObject({ status, code })
})
