import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { VERSION } from '../version.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00.000Z') }))
afterEach(() => vi.useRealTimers())

const token = (access_token: string, more = {}) => json(200, { access_token, token_type: 'Bearer', ...more })
const clientCredentials = { clientId: 'cli_1', clientSecret: 'secret' }
const refreshToken = { clientId: 'cli_1', refreshToken: 'r1', onRotate() {} }
const baseUrl = 'https://example.com/roster'
const tokenUrl = 'https://login.example.com/token'
const BASIC = `Basic ${btoa('cli_1:secret')}`
const REFRESH = { grant_type: 'refresh_token', refresh_token: 'r1' }

test.each([
  [{ clientCredentials }, `${baseUrl}/oauth/token`, BASIC, { grant_type: 'client_credentials' }],
  [{ refreshToken }, `${baseUrl}/oauth/token`, null, { ...REFRESH, client_id: 'cli_1' }],
  [{ refreshToken: { ...refreshToken, tokenUrl } }, tokenUrl, null, { ...REFRESH, client_id: 'cli_1' }],
  [{ refreshToken: { ...refreshToken, clientSecret: 'secret' } }, `${baseUrl}/oauth/token`, BASIC, REFRESH],
])(
  'a request for a token says who asks, at the address of the service or another: %o',
  async (options, url, authorization, form) => {
    const { fetch, sent } = scriptedFetch(token('a'), json(200, {}))
    const headers = { 'x-tenant': 'one' }
    await new Roster({ ...options, baseUrl, fetch, headers, logLevel: 'off' }).me.get()
    const [asked] = sent
    expect([asked!.method, asked!.url]).toEqual(['POST', url])
    expect(Object.fromEntries(asked!.headers)).toEqual({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': `roster-sdk/${VERSION}`,
      ...(authorization !== null && { authorization }),
    })
    expect(Object.fromEntries(new URLSearchParams(asked!.body))).toEqual(form)
  },
)

test('a token with a short life is renewed when a quarter of it is left', async () => {
  const steps = [token('a', { expires_in: 40 }), json(200, {}), json(200, {}), token('b'), json(200, {})]
  const { fetch, sent } = scriptedFetch(...steps)
  const roster = new Roster({ clientCredentials, fetch, logLevel: 'off' })
  for (const pause of [0, 29_000, 1_000]) {
    vi.advanceTimersByTime(pause)
    await roster.me.get()
  }
  const credentials = sent.map(({ headers }) => headers.get('authorization'))
  expect(credentials).toEqual([BASIC, 'Bearer a', 'Bearer a', BASIC, 'Bearer b'])
})
