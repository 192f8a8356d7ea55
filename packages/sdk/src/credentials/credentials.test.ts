import { json, problem, scriptedFetch, type Sent, type Step } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CredentialOptions } from '../core/options.ts'
import { Roster } from '../roster.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00.000Z') }))
afterEach(() => vi.useRealTimers())

const ok = () => json(200, { id: 'usr_1' })
const refused = () => problem(401, 'unauthenticated')
const token = (access_token: string, more = {}) =>
  json(200, { access_token, token_type: 'Bearer', expires_in: 900, ...more })

const clientCredentials = { clientId: 'cli_1', clientSecret: 'p:w+d', scope: 'read:users' }

function scripted(options: CredentialOptions, ...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps)
  const roster = new Roster({ fetch, logLevel: 'off', maxRetries: 0, ...options })
  const get = () => roster.users.get('usr_1')
  /** What went where, and with which credential. */
  const log = () =>
    sent.map((one) => [new URL(one.url).pathname, one.headers.get('authorization') ?? one.headers.get('x-api-key')])
  return { roster, get, sent, log }
}

const USER = '/v1/users/usr_1'
const TOKEN = '/oauth/token'
const BASIC = `Basic ${btoa('cli_1:p%3Aw%2Bd')}`
const formOf = ({ body }: Sent) => Object.fromEntries(new URLSearchParams(body))

test('a token that was renewed once is asked for anew at later attempts, and renewed again', async () => {
  const tokens = ['t1', 't2', 't3', 't4']
  const accessToken = vi.fn<() => Promise<string>>(async () => tokens.shift()!)
  const lost = () => problem(503, 'unavailable')
  const { get, log } = scripted({ accessToken, maxRetries: 2 } as CredentialOptions, refused(), lost(), refused(), ok())
  const pending = get()
  await vi.runAllTimersAsync()
  await pending
  expect(log().map(([, credential]) => credential)).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t3', 'Bearer t4'])
})

describe('a fixed credential', () => {
  test.each([
    [{ apiKey: 'rk_1' }, 'rk_1'],
    [{ accessToken: 'jwt' }, 'Bearer jwt'],
  ])('%o is sent as it is, and once when it is refused', async (options, header) => {
    const { get, log } = scripted(options, ok(), refused())
    await get()
    await expect(get()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
    expect(log()).toEqual([
      [USER, header],
      [USER, header],
    ])
  })
})

describe('a token function', () => {
  test('is asked once for all who wait, and again for the next', async () => {
    const accessToken = vi.fn<() => Promise<string>>().mockResolvedValueOnce('a').mockResolvedValueOnce('b')
    const { get, log } = scripted({ accessToken }, ok(), ok(), ok())
    await Promise.all([get(), get()])
    await get()
    expect(log()).toEqual([
      [USER, 'Bearer a'],
      [USER, 'Bearer a'],
      [USER, 'Bearer b'],
    ])
  })

  test('is asked once more after a refusal, and not a third time', async () => {
    const accessToken = vi.fn<() => string>().mockReturnValueOnce('old').mockReturnValueOnce('new')
    const { get, log } = scripted({ accessToken }, refused(), refused())
    await expect(get()).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect(log()).toEqual([
      [USER, 'Bearer old'],
      [USER, 'Bearer new'],
    ])
  })

  test('that gives the refused token again is believed: nothing is sent twice', async () => {
    const { get, log } = scripted({ accessToken: () => 'same' }, refused())
    await expect(get()).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect(log()).toHaveLength(1)
  })

  test.each([[''], [undefined], ['two words']])('that gives %o is told so', async (value) => {
    const { get } = scripted({ accessToken: () => value as string })
    await expect(get()).rejects.toThrow('What the `accessToken` function returned')
  })

  test('that never comes back is asked again, and what it would have given late replaces nothing', async () => {
    let answer!: (token: string) => void
    const lateToken = new Promise<string>((resolve) => (answer = resolve))
    const accessToken = vi.fn<() => string | Promise<string>>().mockReturnValueOnce(lateToken)
    const { get, log } = scripted({ accessToken: accessToken.mockReturnValue('b') }, ok(), ok())
    const stuck = get().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await stuck).toMatchObject({ name: 'TimeoutError' })
    await get()
    answer('a')
    await get()
    expect(log().map(([, credential]) => credential)).toEqual(['Bearer b', 'Bearer b'])
    expect(accessToken).toHaveBeenCalledTimes(3)
  })

  test('that fails has its own error', async () => {
    const { get } = scripted({ accessToken: () => Promise.reject(new RangeError('signed out')) })
    await expect(get()).rejects.toThrow(RangeError)
  })

  test('that takes too long is over at the timeout', async () => {
    const { get } = scripted({ accessToken: () => new Promise<string>(() => {}) })
    const failure = get().catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failure).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('client credentials', () => {
  test('get one token for all calls, with the client in HTTP Basic', async () => {
    const { get, log, sent } = scripted({ clientCredentials }, token('a'), ok(), ok(), ok())
    await Promise.all([get(), get()])
    await get()
    expect(log()).toEqual([
      [TOKEN, BASIC],
      [USER, 'Bearer a'],
      [USER, 'Bearer a'],
      [USER, 'Bearer a'],
    ])
    expect(formOf(sent[0]!)).toEqual({ grant_type: 'client_credentials', scope: 'read:users' })
  })

  test('get the next token a minute before the first expires', async () => {
    const { get, log } = scripted({ clientCredentials }, token('a'), ok(), ok(), token('b'), ok())
    await get()
    vi.advanceTimersByTime(839_000)
    await get()
    vi.advanceTimersByTime(1_000)
    await get()
    expect(log().slice(2)).toEqual([
      [USER, 'Bearer a'],
      [TOKEN, BASIC],
      [USER, 'Bearer b'],
    ])
  })

  test.each([null, 'never'])('keep a token whose life is told as %o until it is refused', async (expires_in) => {
    const steps = [token('a', { expires_in }), ok(), ok(), refused(), token('b'), ok()]
    const { get, log } = scripted({ clientCredentials }, ...steps)
    await get()
    await get()
    await get()
    expect(log().filter(([path]) => path === TOKEN)).toHaveLength(2)
  })

  test('get another token after a refusal: one for all who were refused', async () => {
    const steps = [token('a'), ok(), refused(), refused(), token('b'), ok(), ok()]
    const { get, log } = scripted({ clientCredentials }, ...steps)
    await get()
    await Promise.all([get(), get()])
    expect(log().slice(4)).toEqual([
      [TOKEN, BASIC],
      [USER, 'Bearer b'],
      [USER, 'Bearer b'],
    ])
  })

  test('a refusal that comes late does not replace a token that is newer than the refused one', async () => {
    let answer!: (response: Response) => void
    const late = () => new Promise<Response>((resolve) => (answer = resolve))
    const { get, log } = scripted({ clientCredentials }, token('a'), late, refused(), token('b'), ok(), ok())
    const slow = get()
    await vi.advanceTimersByTimeAsync(0)
    await get()
    answer(refused())
    await slow
    expect(log().filter(([path]) => path === TOKEN)).toHaveLength(2)
    expect(log().at(-1)).toEqual([USER, 'Bearer b'])
  })

  test('that are wrong are told in the words of the token endpoint, without the secret', async () => {
    const answer = json(401, { error: 'invalid_client', error_description: 'client authentication failed' })
    const { get } = scripted({ clientCredentials }, answer, token('a'), ok())
    await expect(get()).rejects.toMatchObject({
      name: 'AuthenticationError',
      message: '401 invalid_client: client authentication failed (POST /oauth/token)',
    })
    expect(await get()).toEqual({ id: 'usr_1' })
  })

  test.each([
    ['Bearer', 'Bearer a'],
    ['bearer', 'Bearer a'],
    ['DPoP', 'DPoP a'],
    ['dpop', 'DPoP a'],
    [undefined, 'Bearer a'],
    [null, 'Bearer a'],
  ])('send the token as its type %o says: %s', async (token_type, header) => {
    const { get, log } = scripted({ clientCredentials }, token('a', { token_type }), ok())
    await get()
    expect(log().at(-1)).toEqual([USER, header])
  })

  test.each(['mac', 5, 'Bearer '])('send no token of a type that is not known: %o', async (token_type) => {
    const { get, log } = scripted({ clientCredentials }, token('a', { token_type }))
    await expect(get()).rejects.toThrow(`token endpoint answered is of the type ${JSON.stringify(token_type)}, neither`)
    expect(log()).toHaveLength(1)
  })

  test.each(['https://login.example.com/token', 'https://login.example.com/o/token/'])(
    'ask a token endpoint elsewhere, at the very address, and say so when it gives none: %s',
    async (tokenUrl) => {
      const { get, sent } = scripted({ clientCredentials: { ...clientCredentials, tokenUrl } }, json(200, {}))
      await expect(get()).rejects.toThrow(`${tokenUrl} answered without an access token`)
      expect(sent[0]!.url).toBe(tokenUrl)
    },
  )
})

describe('a refresh token', () => {
  const options = (onRotate: (token: string) => void | Promise<void> = () => {}) => ({
    refreshToken: { clientId: 'cli_1', refreshToken: 'r1', onRotate },
  })

  test('is spent once; the next one is handed over before anything is sent with the new access token', async () => {
    const events: string[] = []
    const onRotate = async (next: string) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      events.push(next)
    }
    const recorded = (step: Response) => (one: Sent) => {
      events.push(new URL(one.url).pathname)
      return step
    }
    const steps = [token('a', { refresh_token: 'r2' }), ok(), refused(), token('b', { refresh_token: 'r3' }), ok()]
    const { get, sent } = scripted(options(onRotate), ...steps.map(recorded))
    const calls = get().then(get)
    await vi.runAllTimersAsync()
    await calls
    expect(events).toEqual([TOKEN, 'r2', USER, USER, TOKEN, 'r3', USER])
    expect(formOf(sent[0]!)).toEqual({ grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'cli_1' })
    expect(formOf(sent[3]!)).toMatchObject({ refresh_token: 'r2' })
  })

  test('is not sent again after a failure that tells nothing of its effect', async () => {
    const { get, log } = scripted({ ...options(), maxRetries: 2 } as CredentialOptions, new TypeError('fetch failed'))
    await expect(get()).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(log().filter(([path]) => path === TOKEN)).toHaveLength(1)
  })

  test('that was not taken for want of quota is sent again after the time that Retry-After names', async () => {
    const limited = () => problem(429, 'rate-limited', { 'retry-after': '5' })
    const steps = [limited(), limited(), token('a', { refresh_token: 'r2' }), ok()]
    const { get, log } = scripted({ ...options(), maxRetries: 2 } as CredentialOptions, ...steps)
    const pending = get()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(log()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await pending).toEqual({ id: 'usr_1' })
    expect(log().map(([path]) => path)).toEqual([TOKEN, TOKEN, TOKEN, USER])
  })

  test('whose answer was lost is tried by the next call, and a refusal says that it may be spent', async () => {
    const spent = json(400, { error: 'invalid_grant', error_description: 'the token was used before' })
    const { get, sent } = scripted(options(), new TypeError('terminated'), spent)
    const lost: unknown = await get().catch((error: unknown) => error)
    expect(lost).toMatchObject({ name: 'ConnectionError' })
    await expect(get()).rejects.toMatchObject({ name: 'BadRequestError', status: 400, cause: lost })
    expect(sent.map((one) => formOf(one)['refresh_token'])).toEqual(['r1', 'r1'])
  })

  test('is not refused by an error that only mentions one', async () => {
    const other = json(400, { error: 'invalid_request', error_description: 'no invalid_grant' })
    const { get } = scripted(options(), other, token('a'), ok())
    await expect(get()).rejects.toMatchObject({ error: 'invalid_request' })
    expect(await get()).toEqual({ id: 'usr_1' })
  })

  test('that replaced it is good: a later refusal has no such cause', async () => {
    const refusal = json(400, { error: 'invalid_grant' })
    const next = token('a', { refresh_token: 'r2' })
    const steps = [new TypeError('terminated'), next, ok(), refused(), refusal]
    const { get } = scripted(options(), ...steps)
    await expect(get()).rejects.toMatchObject({ name: 'ConnectionError' })
    await get()
    await expect(get()).rejects.toMatchObject({ name: 'BadRequestError', cause: undefined })
  })

  test.each([null, '', 'r1'])('goes on where the answer has %o in its place', async (refresh_token) => {
    const onRotate = vi.fn<(token: string) => void>()
    const steps = [token('a', { refresh_token }), ok(), refused(), token('b'), ok()]
    const { get, sent } = scripted(options(onRotate), ...steps)
    await get()
    await get()
    expect(onRotate).not.toHaveBeenCalled()
    expect(formOf(sent[3]!)).toMatchObject({ refresh_token: 'r1' })
  })

  test.each([
    ['breaks off', '{"access_tok'],
    ['has no token', '{}'],
  ])('may be spent by an answer that %s, which a later refusal says', async (_what, text) => {
    const { get } = scripted(options(), new Response(text), json(400, { error: 'invalid_grant' }))
    const lost: unknown = await get().catch((error: unknown) => error)
    await expect(get()).rejects.toMatchObject({ name: 'BadRequestError', cause: lost })
  })

  test('that nobody says is kept ends the wait after 30 seconds, and the next call goes on with it', async () => {
    const onRotate = vi.fn<(token: string) => void | Promise<void>>().mockReturnValueOnce(new Promise(() => {}))
    const steps = [token('a', { refresh_token: 'r2' }), token('b', { refresh_token: 'r3' }), ok()]
    const { roster, get, sent } = scripted(options(onRotate), ...steps)
    let failure: unknown
    roster.users.get('usr_1', { timeout: 60_000 }).catch((error: unknown) => (failure = error))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(failure).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('onRotate') })
    await get()
    expect(formOf(sent[1]!)).toMatchObject({ refresh_token: 'r2' })
    expect(onRotate.mock.calls).toEqual([['r2'], ['r3']])
  })

  test('that could not be handed over is not lost', async () => {
    const onRotate = vi.fn<(token: string) => void>().mockImplementationOnce(() => {
      throw new Error('disk full')
    })
    const steps = [token('a', { refresh_token: 'r2' }), token('b', { refresh_token: 'r3' }), ok()]
    const { get, sent } = scripted(options(onRotate), ...steps)
    await expect(get()).rejects.toThrow('disk full')
    await get()
    expect(formOf(sent[1]!)).toMatchObject({ refresh_token: 'r2' })
    expect(onRotate.mock.calls).toEqual([['r2'], ['r3']])
  })
})
