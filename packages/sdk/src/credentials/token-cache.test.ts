import { json, problem, scriptedFetch, type Step } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00.000Z') }))
afterEach(() => vi.useRealTimers())

const token = (access_token: string) => json(200, { access_token, expires_in: 900 })
const ok = () => json(200, {})
const away = () => problem(503, 'unavailable')

/** A client with a token that lives for 15 minutes, and the credentials that it sent. */
async function clientOf(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(token('a'), ok(), ...steps)
  const clientCredentials = { clientId: 'cli_1', clientSecret: 'secret' }
  const roster = new Roster({ clientCredentials, fetch, logLevel: 'off', maxRetries: 0 })
  await roster.me.get()
  const credentials = () =>
    sent.slice(2).map(({ headers }) => headers.get('authorization')!.replace(/^Basic .+/, 'Basic'))
  return { get: () => roster.me.get(), credentials }
}

describe('a token that is due', () => {
  test.each([new TypeError('fetch failed'), away(), problem(429, 'rate-limited', { 'retry-after': '90' })])(
    'is used while no other can be had: %o',
    async (failure) => {
      const { get, credentials } = await clientOf(failure, ok(), away(), ok(), token('b'), ok())
      vi.advanceTimersByTime(840_000)
      await get()
      vi.advanceTimersByTime(59_999)
      await get()
      await get()
      expect(credentials()).toEqual(['Basic', 'Bearer a', 'Basic', 'Bearer a', 'Basic', 'Bearer b'])
    },
  )

  test('is used until it is refused: the error then tells why no other can be had', async () => {
    const { get, credentials } = await clientOf(away(), problem(401, 'unauthenticated'), away())
    vi.advanceTimersByTime(900_000)
    await expect(get()).rejects.toMatchObject({ status: 503 })
    expect(credentials()).toEqual(['Basic', 'Bearer a', 'Basic'])
  })

  test('is not used where the endpoint will give no other', async () => {
    const { get, credentials } = await clientOf(json(401, { error: 'invalid_client' }))
    vi.advanceTimersByTime(840_000)
    await expect(get()).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect(credentials()).toEqual(['Basic'])
  })
})

test('a token that was refused is sent no more, also while no other can be had', async () => {
  const { get, credentials } = await clientOf(problem(401, 'unauthenticated'), away(), away(), token('b'), ok())
  await expect(get()).rejects.toMatchObject({ status: 503 })
  await expect(get()).rejects.toMatchObject({ status: 503 })
  await get()
  expect(credentials()).toEqual(['Bearer a', 'Basic', 'Basic', 'Basic', 'Bearer b'])
})
