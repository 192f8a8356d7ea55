import { json, problem, scriptedFetch, type Step } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RefreshToken } from '../core/options.ts'
import { Roster } from '../roster.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00.000Z') }))
afterEach(() => vi.useRealTimers())

const signIn = { email: 'ada@example.com', password: 'wrong' }
const refused = (challenge?: string) =>
  problem(401, 'unauthenticated', challenge === undefined ? {} : { 'www-authenticate': challenge })

describe('after a 401, a token is renewed', () => {
  test.each(['Bearer realm="roster", error="invalid_token"', 'DPoP algs="ES256"', undefined])(
    'whatever the challenge says: %s',
    async (challenge) => {
      const accessToken = vi.fn<() => string>().mockReturnValueOnce('old').mockReturnValueOnce('new')
      const { fetch, sent } = scriptedFetch(refused(challenge), json(201, {}))
      await new Roster({ accessToken, fetch, logLevel: 'off' }).session.create(signIn)
      expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
    },
  )

  test('and once for a call: the refusal of the new one is told', async () => {
    let count = 0
    const { fetch, sent } = scriptedFetch(refused(), refused(), json(200, {}))
    const roster = new Roster({ accessToken: () => `t${++count}`, fetch, logLevel: 'off' })
    await expect(roster.me.get()).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2'])
  })

  test('and not where a password was refused, which is sent once', async () => {
    const accessToken = vi.fn<() => string>().mockReturnValueOnce('old').mockReturnValueOnce('new')
    const { fetch, sent } = scriptedFetch(refused('Session realm="roster"'), json(201, {}))
    const roster = new Roster({ accessToken, fetch, logLevel: 'off' })
    await expect(roster.session.create(signIn)).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect([sent.length, accessToken.mock.calls.length]).toEqual([1, 1])
  })
})

describe('a refresh token', () => {
  function clientOf(onRotate: RefreshToken['onRotate'], ...steps: Step[]) {
    const { fetch, sent } = scriptedFetch(...steps)
    const refreshToken = { clientId: 'cli_1', refreshToken: 'r1', onRotate }
    const roster = new Roster({ refreshToken, fetch, logLevel: 'off', maxRetries: 0, timeout: 60_000 })
    return { get: () => roster.me.get(), sent }
  }

  test('that was refused is sent no more: later calls fail by the same error, without a request', async () => {
    const { get, sent } = clientOf(() => {}, json(400, { error: 'invalid_grant' }))
    const first: unknown = await get().catch((error: unknown) => error)
    expect(first).toMatchObject({ name: 'BadRequestError', message: expect.stringContaining('invalid_grant') })
    await expect(get()).rejects.toBe(first)
    expect(sent).toHaveLength(1)
  })

  test('is sent again after a refusal of something else', async () => {
    const answer = json(200, { access_token: 'a' })
    const { get, sent } = clientOf(() => {}, new Response('<html>', { status: 400 }), answer, json(200, {}))
    await expect(get()).rejects.toMatchObject({ name: 'BadRequestError' })
    await get()
    expect(sent).toHaveLength(3)
  })

  test('that is kept late is followed by the newer one, which was kept before it', async () => {
    const kept: string[] = []
    const onRotate = async (given: string) => {
      if (kept.length === 0 && given === 'r2') await new Promise((resolve) => setTimeout(resolve, 40_000))
      kept.push(given)
    }
    const next = (refresh_token: string) => json(200, { access_token: refresh_token, refresh_token })
    const { get } = clientOf(onRotate, next('r2'), next('r3'), json(200, {}))
    const late = get().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await late).toMatchObject({ name: 'TimeoutError' })
    await get()
    expect(kept).toEqual(['r3'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toEqual(['r3', 'r2', 'r3'])
  })
})
