import { randomBytes } from 'node:crypto'
import { createSealer, startResealing } from '@roster/core/server'
import * as client from 'openid-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addClient, addUser, DEVICE_CODE } from './support/oauth.ts'
import { discover, goThrough } from './support/oauth-flows.ts'
import { Browser, type Fetch, fetchTo } from './support/relying-party.ts'
import { newKey, newUser } from './support/replay.ts'
import { type Service, startService } from './support/service.ts'

const fresh = randomBytes(32)

let old: Service
let fetcher: Fetch
let key: string
beforeEach(async () => {
  old = await startService()
  vi.useFakeTimers({ toFake: ['Date'], now: old.clock.now() })
  fetcher = await fetchTo(old)
  key = (await old.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: ['read:users', 'write:users'] }))
    .secret
  for (const _ of [1, 2, 3]) await old.withKey(key).rest('POST /v1/users', newUser())
})
afterEach(async () => {
  vi.useRealTimers()
  await old.stop()
})

/** The same service, started again with `new,old`. */
const restarted = () => startService({ beside: old, secrets: [fresh, ...old.secrets] })

/** The same service, started with the new secret alone after everything was sealed with it. */
async function finished(): Promise<Service> {
  const { promise, resolve: onDone, reject: report } = Promise.withResolvers<unknown>()
  const resealing = startResealing({ database: old.database, secrets: [fresh, ...old.secrets], onDone, report })
  await promise
  await resealing.stop()
  return startService({ beside: old, secrets: [fresh] })
}

/** Goes through a start with both secrets and one with the new secret alone. */
async function throughout(check: (service: Service, fetcher: Fetch) => Promise<void>): Promise<void> {
  for (const start of [restarted, finished]) {
    const service = await start()
    await check(service, await fetchTo(service))
    await service.app.close()
  }
}

test('kept answers are given again', async () => {
  const [headers, user] = [newKey(), newUser()]
  const first = await old.withKey(key).rest('POST /v1/users', user, headers)
  await throughout(async (service) => {
    const again = await service.withKey(key).rest('POST /v1/users', user, headers)
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  })
})

test('webhooks are signed with the secrets that were shown', async () => {
  const { secret } = await old.admin.sdk.webhookEndpoints.create({ url: 'https://8.8.8.8/', events: ['*'] })
  await throughout(async ({ database, secrets }) => {
    const [row] = await database.query<{ secret: string }>({ text: 'select secret from webhook_endpoints' })
    expect(createSealer(secrets, 'webhook').unseal(row!.secret)).toBe(secret)
  })
})

test('access tokens and refresh tokens go on, and there is no other signing key', async () => {
  const registered = await addClient(old)
  const { email } = await addUser(old, 'Ada Lovelace')
  const { redeem } = await goThrough({ fetcher, config: await discover(fetcher, registered), email })
  let { access_token, refresh_token } = await redeem()
  const keysOf = async (service: Service) => (await service.anonymous.rest('GET /.well-known/jwks.json')).body
  const keys = await keysOf(old)
  await throughout(async (service, fetch) => {
    expect((await service.sending({ authorization: `Bearer ${access_token}` }).rest('GET /v1/me')).status).toBe(200)
    const config = await discover(fetch, registered)
    ;({ access_token, refresh_token } = await client.refreshTokenGrant(config, refresh_token!))
    expect(await keysOf(service)).toEqual(keys)
  })
})

test('cursors, sign-ins and device codes go on while the old secret is read', async () => {
  const registered = await addClient(old)
  const config = await discover(fetcher, registered)
  const { email } = await addUser(old, 'Grace Hopper')
  const browser = new Browser((url, init) => current(url, init))
  let current = fetcher
  await goThrough({ fetcher, config, email, browser })
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid read:users' })
  const { next_cursor } = (await old.withKey(key).rest('GET /v1/users?cursor=&limit=1')).body

  const service = await restarted()
  current = await fetchTo(service)
  expect((await service.withKey(key).rest(`GET /v1/users?cursor=${next_cursor}&limit=1`)).status).toBe(200)
  browser.view = undefined
  await browser.open(device.verification_uri)
  await browser.submit({ user_code: device.user_code })
  expect((await browser.submit({ confirm: 'yes' })).text).toContain('Device connected')
  const redeemed = client.genericGrantRequest(await discover(current, registered), DEVICE_CODE, {
    device_code: device.device_code,
  })
  expect(await redeemed).toMatchObject({ access_token: expect.any(String) })
  await service.app.close()
})
