import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClient, basicOf, DEVICE_CODE, REDIRECT_URI } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { PASSWORD } from '@roster/test/passwords'
import { Browser, type Fetch } from '@roster/test/relying-party'
import { BASE_URL, passTime, type Service } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
})
afterAll(() => service.stop())

function pass(seconds: number): void {
  passTime(service, seconds * 1_000)
}

async function connected() {
  const registered = await addClient(service)
  const config = await discover(fetcher, registered)
  const { view, redeem } = await goThrough({ fetcher, config, email: user.email })
  return { registered, config, redeem, code: view.url.searchParams.get('code')!, tokens: await redeem() }
}

/** A device that asks, the page on which its user answers, and how it polls. */
async function askingDevice() {
  const config = await discover(fetcher, await addClient(service))
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid read:users' })
  const browser = new Browser(fetcher)
  await browser.open(device.verification_uri)
  await browser.submit({ user_code: device.user_code })
  const poll = () => client.genericGrantRequest(config, DEVICE_CODE, { device_code: device.device_code })
  return { config, browser, poll }
}

async function expectEnded(config: client.Configuration, tokens: client.TokenEndpointResponse): Promise<void> {
  expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
}

/** Asks for a token, and tells the error; `undefined` when there is none. */
async function errorAt(form: Record<string, string>, authorization: string): Promise<string | undefined> {
  const request = { method: 'POST', body: new URLSearchParams(form), headers: { authorization } }
  const answer = await fetcher(`${BASE_URL}/oauth/token`, request)
  return ((await answer.json()) as { error?: string }).error
}

test('a code that is used again ends what it gave, even once it has expired', async () => {
  const { config, redeem, tokens } = await connected()
  pass(61)
  expect(await errorOf(redeem())).toBe('invalid_grant')
  await expectEnded(config, tokens)
})

test('a code that is used again ends what it gave, even without its verifier', async () => {
  const { registered, config, code, tokens } = await connected()
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
  expect(await errorAt(form, basicOf(registered))).toBe('invalid_grant')
  await expectEnded(config, tokens)
})

test('a refresh token that is used again ends its grant, even where it asks for more', async () => {
  const { registered, config, tokens } = await connected()
  const next = await client.refreshTokenGrant(config, tokens.refresh_token!)
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, scope: 'read:users write:users' }
  expect(await errorAt(form, basicOf(registered))).toBe('invalid_grant')
  await expectEnded(config, next)
})

test('the code of a device that is used again ends what it gave, even once it has expired', async () => {
  const { config, browser, poll } = await askingDevice()
  await browser.submit({ confirm: 'yes' })
  await browser.submit({ email: user.email, password: PASSWORD })
  const tokens = await poll()
  pass(601)
  expect(await errorOf(poll())).toBe('invalid_grant')
  await expectEnded(config, tokens)
})

test('the code of a device that was refused ends nothing when it is used again', async () => {
  const { browser, poll } = await askingDevice()
  await browser.submit({ abort: 'yes' })
  expect(await errorOf(poll())).toBe('access_denied')
  pass(7)
  expect(await errorOf(poll())).toBe('invalid_grant')
  expect(await service.database.query({ text: `select from denials where subject = 'grant:undefined'` })).toEqual([])
})

test('what another client sends again ends nothing', async () => {
  const { code, config, tokens } = await connected()
  const next = await client.refreshTokenGrant(config, tokens.refresh_token!)
  const other = basicOf(await addClient(service))
  const asked = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
  expect(await errorAt(asked, other)).toBe('invalid_grant')
  expect(await errorAt({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, other)).toBe(
    'invalid_grant',
  )
  expect(await client.refreshTokenGrant(config, next.refresh_token!)).toHaveProperty('access_token')
})
