import { getEventListeners } from 'node:events'
import { freeze, outcome, scripted } from '@roster/test/scripted-client'
import { json, problem, scriptedFetch, silence, type Step } from '@roster/test/scripted-fetch'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { RosterError } from './errors.ts'

const user = { id: 'usr_1', name: 'Ada' }
const body = { name: 'Ada', email: 'ada@example.com', role: 'admin' } as const

freeze()

describe('one credential is sent, and no cookie beside it', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('with calls and with requests for tokens', async () => {
    const clientCredentials = { clientId: 'cli_1', clientSecret: 'secret' }
    const { fetch, sent } = scriptedFetch(json(200, { access_token: 'a' }), json(200, user))
    await new Roster({ clientCredentials, fetch, logLevel: 'off' }).users.get('usr_1')
    expect(sent.map(({ credentials }) => credentials)).toEqual(['omit', 'omit'])
  })

  test.each([
    ['no requests', undefined],
    ['requests that know of none', Response],
  ])('and a runtime is not told of cookies that has %s', async (_what, Class) => {
    vi.stubGlobal('Request', Class)
    const { roster, sent } = scripted([json(200, user)])
    await roster.users.get('usr_1')
    expect(sent[0]!.credentials).toBeUndefined()
  })
})

describe('a failure that may pass is tried again', () => {
  test.each([408, 429, 500, 502, 503, 504])('%i', async (status) => {
    const { roster, sent } = scripted([problem(status, 'internal'), json(200, user)])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(sent).toHaveLength(2)
  })

  test('a connection that breaks, before the answer or in the middle of it', async () => {
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }))
    const { roster, sent } = scripted([new TypeError('fetch failed'), broken, json(200, user)])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(sent).toHaveLength(3)
  })

  test('a `fetch` that throws before it returns a promise', async () => {
    const thrown = vi.fn<() => never>(() => {
      throw new TypeError('fetch failed')
    })
    const { roster } = scripted([], { fetch: thrown })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ error: { name: 'ConnectionError' } })
    expect(thrown).toHaveBeenCalledTimes(3)
  })

  test('an attempt that takes too long; the next one has its whole time again', async () => {
    const { roster, sent } = scripted([silence, silence, json(200, user)], { timeout: 1_000 })
    expect(await outcome(roster.users.get('usr_1'))).toEqual({ value: user, after: 1_000 + 250 + 1_000 + 500 })
    expect(sent).toHaveLength(3)
  })

  test('a write, under the same key and with the same bytes', async () => {
    const { roster, sent } = scripted([problem(500, 'internal'), new TypeError('fetch failed'), json(201, user)])
    await outcome(roster.users.create(body))
    const [first, ...others] = sent.map((request) => [request.headers.get('idempotency-key'), request.body])
    expect(others).toEqual([first, first])
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), JSON.stringify(body)])
  })

  test('a write whose first attempt is still being worked on', async () => {
    const running = problem(409, 'idempotency-in-progress', { 'retry-after': '1' })
    const { roster } = scripted([new TypeError('fetch failed'), running, json(201, user)])
    expect(await outcome(roster.users.create(body))).toMatchObject({ value: user, after: 250 + 1_000 })
  })

  test('never more often than `maxRetries`, of the client or of the call', async () => {
    const failures = () => Array.from({ length: 9 }, () => problem(503, 'unavailable'))
    const { roster, sent } = scripted(failures())
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ error: { name: 'ServerError', status: 503 } })
    expect(sent).toHaveLength(3)
    const calls = scripted(failures(), { maxRetries: 5 })
    await outcome(calls.roster.users.get('usr_1', { maxRetries: 0 }))
    expect(calls.sent).toHaveLength(1)
  })
})

test.each([
  [429, 'rate-limited'],
  [503, 'overloaded'],
])('a write without an idempotency key that was not taken, as %i %s says, is sent again', async (status, code) => {
  const { roster, sent } = scripted([problem(status, code), json(201, user)])
  const unkeyed = { headers: { 'Idempotency-Key': undefined } }
  expect(await outcome(roster.users.create(body, unkeyed))).toMatchObject({ value: user })
  expect(sent).toHaveLength(2)
})

describe('what will not pass is not tried again', () => {
  test.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [410, 'GoneError'],
    [412, 'PreconditionFailedError'],
    [413, 'APIError'],
    [422, 'ValidationError'],
    [501, 'ServerError'],
  ])('%i is a %s', async (status, name) => {
    const { roster, sent } = scripted([problem(status, 'conflict')])
    expect(await outcome(roster.users.update('usr_1', {}))).toMatchObject({ error: { name, status, code: 'conflict' } })
    expect(sent).toHaveLength(1)
  })

  test('a success that is no JSON, which is told by its media type', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const { roster } = scripted([page])
    const { error } = (await outcome(roster.users.get('usr_1'))) as { error: Error }
    expect(error.name).toBe('RosterError')
    expect(error.message).toBe(
      'GET /v1/users/usr_1 answered 200 with a body that is no JSON (text/html). Is baseUrl right?',
    )
  })

  test('a redirect, which would carry the credential away', async () => {
    const { roster, sent } = scripted([
      new Response(null, { status: 308, headers: { location: 'https://elsewhere.example/v1/users/usr_1?x=1' } }),
    ])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({
      error: { message: expect.stringContaining('redirected to https://elsewhere.example/v1/users/usr_1. ') },
    })
    expect(sent).toMatchObject([{ redirect: 'manual' }])
  })

  test('a redirect as browsers show it, without its status and address', async () => {
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
    expect(await outcome(scripted([opaque]).roster.users.get('usr_1'))).toMatchObject({
      error: { name: 'RosterError', message: expect.stringContaining('was redirected elsewhere. ') },
    })
  })

  test.each([
    new TypeError('fetch failed'),
    problem(503, 'unavailable'),
    problem(500, 'internal'),
    problem(408, 'timeout'),
  ])('a write without an idempotency key, which might have two effects: %o', async (failure) => {
    const { roster, sent } = scripted([failure, json(201, user)])
    const { error } = (await outcome(roster.users.create(body, { headers: { 'Idempotency-Key': undefined } }))) as {
      error: Error
    }
    expect(error.name).toMatch(/^(?:Connection|Server|API)Error$/)
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null])
  })

  test.each([
    ['Teapot', '418: Teapot (GET /v1/users/usr_1)'],
    ['', '418 (GET /v1/users/usr_1)'],
  ])('an error that something in between answered still has a status: %j', async (statusText, message) => {
    const { roster } = scripted([new Response('no', { status: 418, statusText })])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({
      error: { name: 'APIError', message, code: undefined, errors: [] },
    })
  })
})

describe('a refusal after an attempt whose effect nobody knows', () => {
  const replacement = { ...body, version: 1 }

  test.each([
    [new TypeError('fetch failed'), 409, 'version-conflict'],
    [problem(500, 'internal'), 412, 'version-conflict'],
    [silence, 409, 'version-conflict'],
    [new TypeError('fetch failed'), 429, 'rate-limited'],
    [new TypeError('fetch failed'), 503, 'overloaded'],
  ])('has the loss as its cause: %o, then %i', async (loss, status, code) => {
    const { roster } = scripted([loss, problem(status, code)], { timeout: 1_000, maxRetries: 1 })
    expect(await outcome(roster.users.replace('usr_1', replacement))).toMatchObject({
      error: { status, cause: expect.any(RosterError) },
    })
  })

  test('says that the record may be deleted by this very call', async () => {
    const { roster } = scripted([new TypeError('fetch failed'), problem(410, 'gone')])
    expect(await outcome(roster.users.delete('usr_1'))).toMatchObject({
      error: { name: 'GoneError', cause: { name: 'ConnectionError' } },
    })
  })

  test.each([
    ['nothing was done before', problem(429, 'rate-limited'), 'replace'],
    ['nothing was done by a service with too much to do', problem(503, 'overloaded'), 'replace'],
    ['a key keeps it from being done twice', new TypeError('fetch failed'), 'update'],
  ] as const)('has none where %s', async (_what, step, method) => {
    const { roster } = scripted([step, problem(409, 'version-conflict')])
    const { error } = (await outcome(roster.users[method]('usr_1', replacement))) as { error: Error }
    expect(error).toMatchObject({ name: 'ConflictError' })
    expect('cause' in error).toBe(false)
  })

  test('leaves an error the cause that it has', async () => {
    const { roster } = scripted([new TypeError('fetch failed'), new Response('<html>')])
    expect(await outcome(roster.users.replace('usr_1', replacement))).toMatchObject({
      error: { message: expect.stringContaining('no JSON'), cause: { name: 'SyntaxError' } },
    })
  })
})

describe('limits', () => {
  test('are half a minute for an attempt, and a minute for all, unless another one is said', async () => {
    const { roster, sent, delays } = scripted([silence, silence])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ error: { name: 'TimeoutError' }, after: 60_000 })
    expect([sent.length, delays]).toEqual([2, [250]])
    const alone = scripted([silence])
    expect(await outcome(alone.roster.users.get('usr_1', { maxRetries: 0 }))).toMatchObject({ after: 30_000 })
  })

  test.each([Infinity, 2 ** 31])('may be longer than timers take: %d', async (time) => {
    const late: Step = () => new Promise((resolve) => setTimeout(() => resolve(json(200, user)), 1_000))
    const { roster } = scripted([late], { timeout: time, deadline: time })
    expect(await outcome(roster.users.get('usr_1'))).toEqual({ value: user, after: 1_000 })
  })

  test('a deadline ends the last attempt, and says so', async () => {
    const { roster } = scripted([silence, silence], { timeout: 1_000, deadline: 1_500 })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({
      error: {
        name: 'TimeoutError',
        message:
          'GET /v1/users/usr_1 had no whole answer within its deadline of 1500 ms. Raise `deadline` if it needs more.',
      },
      after: 1_500,
    })
  })

  test('a deadline that is used up sends nothing', async () => {
    const { roster, sent } = scripted([])
    expect(await outcome(roster.users.get('usr_1', { deadline: 0 }))).toMatchObject({ error: { name: 'TimeoutError' } })
    expect(sent).toEqual([])
  })

  test('a body that never ends is over at the timeout', async () => {
    const { roster } = scripted([new Response(new ReadableStream())], { timeout: 1_000, maxRetries: 0 })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ error: { name: 'TimeoutError' }, after: 1_000 })
  })

  test('`fetch` is told to stop', async () => {
    const stopped = vi.fn<() => void>()
    const step: Step = (_sent, signal) => new Promise(() => signal.addEventListener('abort', stopped))
    const { roster } = scripted([step], { timeout: 1_000, maxRetries: 0 })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ error: { name: 'TimeoutError' }, after: 1_000 })
    expect(stopped).toHaveBeenCalledOnce()
  })
})

describe('a signal', () => {
  const aborted = (reason: unknown) => ({ error: { name: 'AbortError', cause: reason } })

  test('that has fired already sends nothing', async () => {
    const { roster, sent } = scripted([])
    const signal = AbortSignal.abort('enough')
    expect(await outcome(roster.users.get('usr_1', { signal }))).toMatchObject(aborted('enough'))
    expect(sent).toEqual([])
  })

  test.each([
    ['an attempt', silence],
    ['a wait', problem(503, 'unavailable', { 'retry-after': '30' })],
  ])('ends %s at once', async (_what, step) => {
    const { roster, sent } = scripted([step])
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 100)
    const result = outcome(roster.users.get('usr_1', { signal: controller.signal }))
    expect(await result).toMatchObject({ ...aborted('enough'), after: 100 })
    expect(sent).toHaveLength(1)
  })

  test('leaves no timer when the answer has come', async () => {
    const { roster } = scripted([json(200, user), problem(404, 'not-found')])
    await Promise.allSettled([roster.users.get('usr_1'), roster.users.get('usr_1')])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has no listener and leaves no timer, whatever became of 1,000 calls', async () => {
    const { signal } = new AbortController()
    const steps = Array.from({ length: 250 }, () => [
      json(200, user),
      problem(404, 'not-found'),
      new TypeError('fetch failed'),
      silence,
    ]).flat()
    const { roster } = scripted(steps, { maxRetries: 0 })
    const calls = Promise.allSettled(steps.map(() => roster.users.get('usr_1', { signal })))
    await outcome(calls)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
