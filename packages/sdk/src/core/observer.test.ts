import { json, problem, scriptedFetch } from '@roster/test/scripted-fetch'
import { afterEach, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { apiErrorOf } from './api-errors.ts'
import { ConnectionError } from './errors.ts'
import type { LogLevel } from './observer.ts'

const body = { name: 'Ada', email: 'ada@example.com', role: 'admin' } as const

afterEach(() => void vi.useRealTimers())

/** What is logged of a call that fails once. */
async function logged(logLevel: LogLevel) {
  const lines: [level: string, ...unknown[]][] = []
  const levels = ['error', 'warn', 'info', 'debug'] as const
  const logger = Object.fromEntries(
    levels.map((level) => [level, (...line: unknown[]) => lines.push([level, ...line])]),
  )
  const failure = problem(503, 'unavailable', { 'retry-after': '0', 'set-cookie': 'session=s3cret' })
  const { fetch } = scriptedFetch(failure, json(201, { secret: 's3cret' }))
  await new Roster({ apiKey: 's3cret', fetch, logger: logger as never, logLevel }).users.create(body)
  return lines
}

test('a level logs what it says, and `off` nothing', async () => {
  const levels = async (level: LogLevel) => (await logged(level)).map(([of]) => of)
  expect(await levels('off')).toEqual([])
  expect(await levels('error')).toEqual([])
  expect(await levels('warn')).toEqual(['warn'])
  expect(await levels('info')).toEqual(['info', 'warn', 'info'])
  expect(await levels('debug')).toEqual(['debug', 'info', 'debug', 'warn', 'debug', 'info', 'debug'])
})

test('no log holds a credential or a body', async () => {
  const text = JSON.stringify(await logged('debug'))
  expect(text).toContain('"x-api-key":"[redacted]"')
  expect(text).toContain('"set-cookie":"[redacted]"')
  expect(text).not.toMatch(/s3cret|ada@example\.com/)
})

test.each([
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'X-Auth-Token',
  'X-Amz-Security-Token',
  'Api-Key',
  'apikey',
  'X-Access-Key',
  'X-Password',
  'Ocp-Apim-Subscription-Key',
  'CF-Access-Client-Secret',
  'X-CSRF-Token',
  'DPoP',
])('no log holds the credential of a proxy or gateway: %s', async (name) => {
  const { fetch } = scriptedFetch(json(200, {}))
  const log = vi.fn<(...line: unknown[]) => void>()
  const logger = { error: log, warn: log, info: log, debug: log }
  await new Roster({ apiKey: 'key', fetch, logger, logLevel: 'debug', headers: { [name]: 's3cret' } }).me.get()
  const text = JSON.stringify(log.mock.calls)
  expect(text).toContain(`"${name.toLowerCase()}":"[redacted]"`)
  expect(text).not.toContain('s3cret')
})

test('what tells why a credential was refused, or names a request, is logged', async () => {
  const { fetch } = scriptedFetch(json(200, {}, { 'www-authenticate': 'Bearer error="invalid_token"' }))
  const log = vi.fn<(...line: unknown[]) => void>()
  const logger = { error: log, warn: log, info: log, debug: log }
  await new Roster({ apiKey: 'key', fetch, logger, logLevel: 'debug' }).users.create(body, { idempotencyKey: 'cart-1' })
  expect(JSON.stringify(log.mock.calls)).toMatch(/cart-1.+invalid_token/)
})

test('a failure that is not tried again is logged as an error', async () => {
  const { fetch } = scriptedFetch(problem(503, 'unavailable'))
  const log = vi.fn<(message: string) => void>()
  const logger = { error: log, warn: log, info: log, debug: log }
  const roster = new Roster({ apiKey: 'key', fetch, logger, logLevel: 'error' })
  await expect(roster.users.create(body, { headers: { 'idempotency-key': undefined } })).rejects.toThrow('503')
  expect(log.mock.calls).toEqual([[expect.stringContaining('is not tried again: 503 unavailable')]])
})

test.each([
  [{ ticket: 's3cret', types: 'a' }, 'ticket=[redacted]&types=a'],
  [{ api_key: 's3cret', access_token: 's3cret' }, 'api_key=[redacted]&access_token=[redacted]'],
  [{ token: 's3cret', code: 's3cret' }, 'token=[redacted]&code=[redacted]'],
  [{ client_secret: 's3cret' }, 'client_secret=[redacted]'],
  [{ API_KEY: 's3cret' }, 'API_KEY=[redacted]'],
])('credentials in a query are hidden, each of them: %j', async (query, shown) => {
  const { fetch } = scriptedFetch(json(200, {}))
  const debug = vi.fn<(message: string) => void>()
  const logger = { error: debug, warn: debug, info: debug, debug }
  const roster = new Roster({ apiKey: 'key', fetch, logger, logLevel: 'info' })
  await roster.request('GET', '/events', { query })
  expect(debug.mock.calls[0]![0]).toContain(`/events?${shown} (attempt 1)`)
})

test('hooks and the log are told the milliseconds from the request to its answer, without those of a hook', async () => {
  vi.useFakeTimers()
  const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))
  const { fetch } = scriptedFetch(() => wait(250).then(() => json(200, {})))
  const seen: unknown[] = []
  const log = vi.fn<(message: string) => void>()
  const logger = { error: log, warn: log, info: log, debug: log }
  const onRequest = () => wait(100)
  const onResponse = ({ duration }: { duration: number }) => void seen.push(duration)
  const roster = new Roster({ apiKey: 'key', fetch, logger, logLevel: 'info', onRequest, onResponse })
  const pending = roster.me.get()
  await vi.runAllTimersAsync()
  await pending
  expect(seen).toEqual([250])
  expect(log.mock.calls).toEqual([['GET http://localhost:3000/v1/me (attempt 1) answered 200 after 250 ms']])
})

test('hooks see each attempt, can add headers, and are awaited', async () => {
  const seen: unknown[] = []
  const { fetch, sent } = scriptedFetch(problem(503, 'unavailable', { 'retry-after': '0' }), json(200, {}))
  const roster = new Roster({
    apiKey: 'key',
    fetch,
    logLevel: 'off',
    async onRequest({ headers, attempt, route }) {
      await Promise.resolve()
      headers.set('traceparent', `trace-${attempt}`)
      seen.push(route)
    },
    onResponse: ({ response, request }) => void seen.push([request.attempt, response.status]),
    onRetry: ({ error, delay }) => void seen.push([error.name, delay]),
  })
  await roster.users.get('usr_1')
  expect(seen).toEqual(['/v1/users/{user_id}', [1, 503], ['ServerError', 0], '/v1/users/{user_id}', [2, 200]])
  expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual(['trace-1', 'trace-2'])
})

test.each([
  ['onRequest', 0],
  ['onResponse', 1],
  ['onRetry', 1],
] as const)('what the hook %s throws ends the call', async (hook, attempts) => {
  const { fetch, sent } = scriptedFetch(problem(503, 'unavailable', { 'retry-after': '0' }))
  const fail = async () => {
    await Promise.resolve()
    throw new RangeError('no')
  }
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off', [hook]: fail })
  await expect(roster.users.get('usr_1')).rejects.toThrow(RangeError)
  expect(sent).toHaveLength(attempts)
})

test.each([
  ['onRequest', new ConnectionError('no answer')],
  ['onResponse', new ConnectionError('no answer')],
  ['onResponse', apiErrorOf(problem(401, 'unauthenticated'), {}, 'GET /v1/me')],
  ['onResponse', apiErrorOf(problem(503, 'unavailable'), {}, 'GET /v1/me')],
] as const)(
  'what %s throws is of no attempt: the call is not sent again for the failure of another: %o',
  async (hook, failure) => {
    const { fetch, sent } = scriptedFetch(json(201, {}), json(201, {}))
    let tokens = 0
    const accessToken = () => `token${tokens++}`
    const fail = () => Promise.reject(failure)
    const roster = new Roster({ accessToken, fetch, logLevel: 'off', [hook]: fail })
    await expect(roster.users.create(body)).rejects.toBe(failure)
    expect([tokens, sent.length]).toEqual([1, hook === 'onRequest' ? 0 : 1])
  },
)
