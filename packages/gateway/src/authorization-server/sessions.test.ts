// oxlint-disable max-lines -- Grants and sign-ins end each other, so that one scene serves for both.
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endGrant, oauthArtifacts } from '@roster/core/server'
import type { ActiveSession } from '@roster/sdk'
import type { Caller } from '@roster/test/caller'
import { onPostgres, untilWaiting } from '@roster/test/database'
import { addClient, addUser, CHALLENGE, DEVICE_CODE, REDIRECT_URI } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { holdDate, passTime, type Service, startService } from '@roster/test/service'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let service: Service
let fetcher: Fetch
/** What the user sees and ends sessions with: a session in another browser. */
let own: Caller
let user: { id: string; email: string }
let count = 0
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  const plain = await fetchTo(service)
  fetcher = (input, init) => plain(input, { ...init, headers: { ...init?.headers, 'user-agent': 'Test/1.0' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await addUser(service, `User ${count++}`)
  own = await service.browser(user.email, PASSWORD)
})

function pass(time: number): void {
  passTime(service, time)
}

const now = (later = 0) => new Date(service.clock.now() + later).toISOString()

async function connected(browser = new Browser(fetcher), scopes = 'openid email read:users') {
  const registered = await addClient(service, { name: 'Dashboard' })
  const config = await discover(fetcher, registered)
  const { redeem } = await goThrough({
    fetcher,
    config,
    email: user.email,
    browser,
    parameters: { scope: scopes },
  })
  return { registered, config, browser, tokens: await redeem(), redeem }
}

const withType = async (type: ActiveSession['type']) =>
  (await own.sdk.sessions.list()).data.filter((session) => session.type === type)
const grants = () => withType('grant')
const signIns = () => withType('sign_in')
const refresh = (config: client.Configuration, { refresh_token }: client.TokenEndpointResponse) =>
  client.refreshTokenGrant(config, refresh_token!)

/** Asks for a code, and says whether the password is asked for first. */
async function isAsked(browser: Browser, config: client.Configuration): Promise<boolean> {
  browser.view = undefined
  const parameters = { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE }
  const { text } = await browser.open(client.buildAuthorizationUrl(config, parameters))
  return text.includes('name="password"')
}

describe('what an app was granted', () => {
  test('is listed with when, from where, by which client, and what it may do', async () => {
    const { registered } = await connected()
    expect(await grants()).toEqual([
      {
        id: expect.toBeId('ses'),
        type: 'grant',
        created_at: now(),
        last_used_at: now(),
        expires_at: now(30 * DAY),
        address: '127.0.0.1',
        user_agent: 'Test/1.0',
        client: { client_id: registered.client_id, name: 'Dashboard' },
        scopes: ['openid', 'email', 'read:users'],
        current: false,
      },
    ])
  })

  test('is the same one when the app gets new tokens, and lasts longer by that', async () => {
    const { config, tokens } = await connected()
    const [first] = await grants()
    pass(5 * DAY)
    own = await service.browser(user.email, PASSWORD)
    await refresh(config, tokens)
    expect(await grants()).toEqual([{ ...first, last_used_at: now(), expires_at: now(30 * DAY) }])
    pass(30 * DAY)
    own = await service.browser(user.email, PASSWORD)
    expect(await grants()).toEqual([])
  })

  test('is the same one when the app is granted more, and shows that too', async () => {
    const { config, browser } = await connected(new Browser(fetcher), 'openid')
    const [first] = await grants()
    browser.view = undefined
    const parameters = { scope: 'openid email read:users' }
    await (await goThrough({ fetcher, config, email: user.email, browser, parameters })).redeem()
    expect(await grants()).toEqual([{ ...first, scopes: ['openid', 'email', 'read:users'] }])
  })

  test('lasts no longer than 180 days, however often the app gets new tokens', async () => {
    let { config, tokens } = await connected()
    const until = now(180 * DAY)
    for (let days = 0; days < 175; days += 25) {
      pass(25 * DAY)
      tokens = await refresh(config, tokens)
    }
    own = await service.browser(user.email, PASSWORD)
    expect(await grants()).toMatchObject([{ expires_at: until }])
    pass(5 * DAY)
    own = await service.browser(user.email, PASSWORD)
    expect(await errorOf(refresh(config, tokens))).toBe('invalid_grant')
    expect(await grants()).toEqual([])
  })

  test('is the current one to its own access token', async () => {
    const { tokens } = await connected()
    const [grant] = await grants()
    const app = service.sending({ authorization: `Bearer ${tokens.access_token}` })
    const { data } = await app.sdk.sessions.list()
    expect(data.filter(({ current }) => current).map(({ id }) => id)).toEqual([grant!.id])
  })

  test('is not listed where the app gets no refresh tokens', async () => {
    const registered = await addClient(service, { grant_types: ['authorization_code'] })
    const config = await discover(fetcher, registered)
    await (await goThrough({ fetcher, config, email: user.email })).redeem()
    expect(await grants()).toEqual([])
  })

  test('is listed of a device too, from where the device is', async () => {
    const config = await discover(fetcher, await addClient(service, { name: 'Television' }))
    const device = await client.initiateDeviceAuthorization(config, { scope: 'read:users' })
    const browser = new Browser(fetcher)
    await browser.open(device.verification_uri)
    await browser.submit({ user_code: device.user_code })
    await browser.submit({ confirm: 'yes' })
    await browser.submit({ email: user.email, password: PASSWORD })
    expect(await grants()).toEqual([])
    pass(10_000)
    await client.genericGrantRequest(config, DEVICE_CODE, { device_code: device.device_code })
    expect(await grants()).toMatchObject([{ client: { name: 'Television' }, scopes: ['read:users'] }])
  })

  test('ends with every refresh and access token of it: 204, then 410, and 404 after 30 days', async () => {
    const { config, tokens } = await connected()
    const second = await refresh(config, tokens)
    const [grant] = await grants()
    expect(await own.rest(`DELETE /v1/sessions/${grant!.id}`)).toMatchObject({ status: 204, body: undefined })
    expect(await grants()).toEqual([])
    expect(await errorOf(refresh(config, second))).toBe('invalid_grant')
    for (const { access_token } of [tokens, second]) {
      expect(await client.tokenIntrospection(config, access_token)).toEqual({ active: false })
      const app = service.sending({ authorization: `Bearer ${access_token}` })
      expect(await app.rest('GET /v1/me')).toMatchObject({ status: 401 })
    }
    const [kept] = await service.database.query({ text: 'select * from sessions where id = $1' }, [grant!.id])
    expect(kept).toMatchObject({ address: null, user_agent: null, grant_id: null, client_id: null, scopes: null })
    expect(await own.rest(`DELETE /v1/sessions/${grant!.id}`)).toMatchObject({ status: 410, body: { code: 'gone' } })
    pass(30 * DAY + 1_000)
    own = await service.browser(user.email, PASSWORD)
    expect(await own.rest(`DELETE /v1/sessions/${grant!.id}`)).toMatchObject({ status: 404 })
  })

  test('ends by its own access token', async () => {
    const { config, tokens } = await connected()
    const [grant] = await grants()
    const app = service.sending({ authorization: `Bearer ${tokens.access_token}` })
    await app.sdk.sessions.end(grant!.id)
    expect(await errorOf(refresh(config, tokens))).toBe('invalid_grant')
  })

  test('is granted anew after it was ended, as another one', async () => {
    const { config, browser } = await connected()
    const [former] = await grants()
    await own.sdk.sessions.end(former!.id)
    const { redeem } = await goThrough({ fetcher, config, email: user.email, browser })
    const tokens = await redeem()
    const [grant, ...others] = await grants()
    expect([grant!.id === former!.id, others]).toEqual([false, []])
    expect(await refresh(config, tokens)).toMatchObject({ refresh_token: expect.any(String) })
  })

  test.each<[string, (granted: Awaited<ReturnType<typeof connected>>) => Promise<unknown>]>([
    [
      'the app revokes its refresh token',
      ({ config, tokens }) => client.tokenRevocation(config, tokens.refresh_token!),
    ],
    [
      'a refresh token is used twice',
      async ({ config, tokens }) => {
        await refresh(config, tokens)
        await errorOf(refresh(config, tokens))
      },
    ],
    ['its code is used twice', ({ redeem }) => errorOf(redeem())],
    [
      'somebody signs out where it was allowed',
      async ({ browser }) => {
        browser.view = undefined
        await browser.open('/logout')
        await browser.submit({ logout: 'yes' })
      },
    ],
    ['the client is deleted', ({ registered }) => service.admin.sdk.oauthClients.delete(registered.client_id)],
  ])('is not listed any more when %s, and is not there to be ended', async (_what, end) => {
    const granted = await connected()
    const [{ id }] = (await grants()) as [ActiveSession]
    await end(granted)
    expect(await grants()).toEqual([])
    expect(await own.rest(`DELETE /v1/sessions/${id}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test('is not listed any more when the credentials of its user have ended', async () => {
    await connected()
    await service.admin.sdk.users.setPassword(user.id, { password: PASSWORD })
    own = await service.browser(user.email, PASSWORD)
    expect(await own.sdk.sessions.list()).toMatchObject({ data: [{ type: 'browser' }] })
  })
})

describe('a sign-in at the authorization server', () => {
  test('is listed with when and from where, as one however often it is used', async () => {
    const { browser } = await connected()
    const since = now()
    pass(5 * MINUTE)
    await connected(browser)
    expect(await signIns()).toEqual([
      {
        id: expect.toBeId('ses'),
        type: 'sign_in',
        created_at: since,
        last_used_at: now(),
        expires_at: expect.any(String),
        address: '127.0.0.1',
        user_agent: 'Test/1.0',
        client: null,
        scopes: null,
        current: false,
      },
    ])
  })

  test('ends at once: the password is asked for, and what apps were granted goes on', async () => {
    const { browser, config, tokens } = await connected()
    const [{ id }] = (await signIns()) as [ActiveSession]
    await own.sdk.sessions.end(id)
    expect(await signIns()).toEqual([])
    expect(await isAsked(browser, config)).toBe(true)
    expect(await refresh(config, tokens)).toMatchObject({ refresh_token: expect.any(String) })
    expect(await own.rest(`DELETE /v1/sessions/${id}`)).toMatchObject({ status: 410 })
    await browser.submit({ email: user.email, password: PASSWORD })
    expect((await signIns()).map((session) => session.id)).not.toContain(id)
  })

  test('that was ended does not come back with a request that was under way', async () => {
    const artifacts = oauthArtifacts(service.database, service.secrets, service.clock.now)
    const shown = {
      type: 'sign_in',
      user_id: user.id,
      credentials_version: 1,
      since: service.clock.now(),
      caller: { address: '127.0.0.1', userAgent: undefined },
    } as const
    const put = (id: string, since = shown.since) =>
      artifacts.put('Session', id, { payload: {}, uid: user.id, lifetime: 60, shown: { ...shown, since } })
    await put('one')
    const [{ id }] = (await signIns()) as [ActiveSession]
    await own.sdk.sessions.end(id)
    expect(await put('two')).toBe(false)
    expect(await artifacts.find('Session', 'two')).toBeUndefined()
    // Only the password brings another one.
    expect(await put('three', shown.since + 1_000)).toBe(true)
    expect((await signIns()).map((session) => session.id)).toEqual([expect.not.stringMatching(id)])
  })

  test('is not listed any more when somebody signs out, and has ended', async () => {
    const { browser } = await connected()
    const [{ id }] = (await signIns()) as [ActiveSession]
    browser.view = undefined
    await browser.open('/logout')
    await browser.submit({ logout: 'yes' })
    expect(await signIns()).toEqual([])
    expect(await own.rest(`DELETE /v1/sessions/${id}`)).toMatchObject({ status: 410 })
  })
})

test('nothing that is kept to show sessions opens anything', async () => {
  const { tokens, browser } = await connected()
  const text = JSON.stringify(await service.database.query({ text: 'select * from sessions' }))
  for (const [, cookie] of browser.kept) expect(text).not.toContain(cookie)
  expect(text).not.toContain(tokens.refresh_token)
})

describe.skipIf(!onPostgres)('at the same time, on a PostgreSQL server (set DATABASE_URL to run this)', () => {
  test('while an app refreshes: once it is answered that the grant has ended, no refresh token of it works', async () => {
    for (let round = 0; round < 10; round++) {
      const { config, tokens } = await connected()
      const [{ id }] = (await grants()) as [ActiveSession]
      const refreshing = refresh(config, tokens).catch(() => undefined)
      const ending = own.rest(`DELETE /v1/sessions/${id}`)
      const [late, { status }] = await Promise.all([refreshing, ending])
      expect(status).toBe(204)
      for (const given of [tokens, ...(late ? [late] : [])]) {
        expect(await errorOf(refresh(config, given))).toBe('invalid_grant')
        expect(await client.tokenIntrospection(config, given.access_token)).toEqual({ active: false })
      }
      expect(await grants()).toEqual([])
    }
  })

  /** A grant with one refresh token, as it is stored. */
  async function stored(grantId: string) {
    const artifacts = oauthArtifacts(service.database, service.secrets, service.clock.now)
    const { client_id } = await addClient(service)
    const caller = { address: '127.0.0.1', userAgent: undefined }
    const shown = { type: 'grant', user_id: user.id, credentials_version: 1, caller, client_id, scopes: [] } as const
    const token = { payload: {}, grantId, lifetime: 60, shown }
    await artifacts.put('Grant', grantId, { payload: {}, grantId, lifetime: 60 })
    await artifacts.put('RefreshToken', `${grantId} first`, token)
    return { artifacts, token, id: (await grants())[0]!.id }
  }

  test('a refresh token waits for the end of its grant, and is not stored then', async () => {
    const { artifacts, token } = await stored('ending')
    const transaction = service.database.transaction()
    await endGrant(transaction, 'ending', service.clock.now())
    const storing = artifacts.put('RefreshToken', 'ending second', token)
    await untilWaiting(service.database)
    await transaction.commit()
    expect(await storing).toBe(false)
    expect(await artifacts.find('RefreshToken', 'ending second')).toBeUndefined()
  })

  test('the end of a grant waits for a refresh token that is being stored, and ends that too', async () => {
    const { id } = await stored('refreshing')
    const transaction = service.database.transaction()
    await transaction.query({
      text: `select from oauth_artifacts where kind = 'Grant' and grant_id = 'refreshing' for key share`,
    })
    await transaction.query({
      text: `insert into oauth_artifacts (id, kind, payload, grant_id, expires_at) select 'late', kind, payload, grant_id, expires_at
        from oauth_artifacts where kind = 'RefreshToken' and grant_id = 'refreshing'`,
    })
    const ending = own.rest(`DELETE /v1/sessions/${id}`)
    await untilWaiting(service.database)
    await transaction.commit()
    expect(await ending).toMatchObject({ status: 204 })
    const left = { text: `select id from oauth_artifacts where grant_id = 'refreshing'` }
    expect(await service.database.query(left)).toEqual([])
  })

  test('of many who end one session, one does', async () => {
    await connected()
    for (const [{ id }] of [await grants(), await signIns()] as [ActiveSession][]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => own.rest(`DELETE /v1/sessions/${id}`)))
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        204,
        ...Array.from({ length: 7 }, () => 410),
      ])
    }
  })
})
