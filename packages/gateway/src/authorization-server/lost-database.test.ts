import * as client from 'openid-client'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oauthArtifacts } from '@roster/core/server'
import { addClient, addUser, basicOf, CHALLENGE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, type Service, startService } from '@roster/test/service'

/** A service whose database is lost, as far as artifacts are concerned for which `isLost` is true. */
let service: Service
let isLost: (kind: unknown, method: string) => boolean
let fetcher: Fetch
let user: { id: string; email: string }
let registered: TestClient
const lines: { level: number; msg: string; security?: Record<string, unknown> }[] = []
beforeAll(async () => {
  const beside = await startService()
  const working = oauthArtifacts(beside.database, beside.secrets, beside.clock.now)
  const artifacts = new Proxy(working, {
    get:
      (target, name: keyof typeof working) =>
      async (...given: unknown[]) => {
        if (isLost(given[0], name)) throw new Error('Connection terminated unexpectedly')
        return (target[name] as (...all: unknown[]) => unknown)(...given)
      },
  })
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const broken = await startService({ beside, provider: { artifacts }, logger })
  service = Object.assign(beside, { app: broken.app })
  holdDate(service)
  fetcher = await fetchTo(service)
  user = await addUser(service, 'Ada Lovelace')
  registered = await addClient(service)
})
afterAll(() => service.stop())
beforeEach(() => {
  isLost = () => false
  lines.length = 0
})

const asking = (parameters: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: registered.client_id,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    ...CHALLENGE,
    ...parameters,
  })

const post = (path: string, body: URLSearchParams) =>
  fetcher(BASE_URL + path, { method: 'POST', body, headers: { authorization: basicOf(registered) } })

test.each([
  ['a token', '/oauth/token', () => new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'any' })],
  ['a pushed request', '/oauth/par', asking],
  ['the code of a device', '/device', () => new URLSearchParams({ scope: 'openid' })],
])('who asks for %s while the database is lost is told to try again', async (_what, path, form) => {
  isLost = () => true
  const answer = await post(path, form())
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer.json()).toEqual({
    error: 'server_error',
    error_description: expect.not.stringContaining('oops'),
  })
  expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1)
})

test('a token that is not given while the database is lost leaves a security line', async () => {
  isLost = () => true
  await post('/oauth/token', new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'any' }))
  expect(lines.flatMap(({ security }) => security ?? [])).toEqual([
    {
      event: 'token.granted',
      succeeded: false,
      actor: null,
      target: registered.client_id,
      address: '127.0.0.1',
      grant_type: 'refresh_token',
      error: 'server_error',
    },
  ])
})

test('a page that the database is lost at can be loaded again', async () => {
  const browser = new Browser(fetcher)
  await browser.open('/device/verify')
  isLost = () => true
  const lost = await browser.submit({ user_code: 'BCDF-GHJK' })
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1'])
  expect(lost.text).toContain('<code>server_error</code>')
  expect(lines.flatMap(({ security }) => security ?? [])).toEqual([])
})

test('who asks for a code while the database is lost is told so, and is not sent to the client', async () => {
  const config = await discover(fetcher, registered)
  const browser = new Browser(fetcher)
  await goThrough({ fetcher, config, email: user.email, browser })
  const cookie = browser.kept.map(([name, value]) => `${name}=${value}`).join('; ')
  for (const kind of ['AuthorizationCode', 'Session']) {
    isLost = (lost, method) => lost === kind && method === 'put'
    const { status, headers } = await fetcher(`${BASE_URL}/authorize?${asking().toString()}`, { headers: { cookie } })
    expect([status, headers.get('location'), headers.get('retry-after')]).toEqual([503, null, '1'])
  }
})

test('a refresh that loses the database after its token was used up is not asked to send it again', async () => {
  const config = await discover(fetcher, registered)
  const { redeem } = await goThrough({ fetcher, config, email: user.email })
  const { refresh_token } = await redeem()
  isLost = (kind, method) => kind === 'RefreshToken' && method === 'put'
  const answer = await post(
    '/oauth/token',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh_token! }),
  )
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, null])
})

test('a refresh that meets a lost database is repeated with the same token', async () => {
  const config = await discover(fetcher, registered)
  const { redeem } = await goThrough({ fetcher, config, email: user.email })
  const { refresh_token } = await redeem()
  isLost = () => true
  expect(await errorOf(client.refreshTokenGrant(config, refresh_token!))).not.toBe('none')
  isLost = () => false
  expect(await client.refreshTokenGrant(config, refresh_token!)).toHaveProperty('access_token')
})
