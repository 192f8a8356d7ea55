import type { Scope } from '@roster/api'
import { addClient, basicOf, type TestClient } from '@roster/test/oauth'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCertificate, byName } from './certificates.ts'

// What somebody else gives later is no gain for who made or knew something before.

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const PASSWORD = 'a password that somebody gave'
const OTHER = 'a password that the user chose'
const VIEWERS: Scope[] = ['read:users', 'read:orders', 'read:events']

let count = 0
const newUser = (role: 'admin' | 'viewer' = 'viewer') =>
  service.admin.sdk.users.create({ name: 'Ada', email: `later.${count++}@example.com`, role })
const signsIn = async (email: string, password: string) =>
  (await service.anonymous.rest('POST /v1/session', { email, password })).status === 201

describe('a password', () => {
  const helpDesk = () => service.caller({ scopes: ['write:users', ...VIEWERS] })

  test('that was given by who does not hold the new power ends with a promotion, and so do its sessions', async () => {
    const { id, email } = await newUser()
    await (await helpDesk()).sdk.users.setPassword(id, { password: PASSWORD })
    const browser = await service.browser(email, PASSWORD)
    await service.admin.sdk.users.update(id, { role: 'admin' })
    expect(await signsIn(email, PASSWORD)).toBe(false)
    await expect(browser.sdk.me.get()).rejects.toMatchObject({ status: 401 })
  })

  test('that its user has chosen in place of a given one ends as well: who knew that may know this', async () => {
    const { id, email } = await newUser()
    await (await helpDesk()).sdk.users.setPassword(id, { password: PASSWORD })
    const browser = await service.browser(email, PASSWORD)
    await browser.sdk.users.setPassword(id, { password: OTHER, current_password: PASSWORD })
    await service.admin.sdk.users.update(id, { role: 'admin' })
    expect(await signsIn(email, OTHER)).toBe(false)
  })

  test('that was given in place of one of an administrator ends as well: who gave the last one counts', async () => {
    const { id, email } = await newUser()
    await service.admin.sdk.users.setPassword(id, { password: OTHER })
    await (await helpDesk()).sdk.users.setPassword(id, { password: PASSWORD })
    await service.admin.sdk.users.update(id, { role: 'admin' })
    expect(await signsIn(email, PASSWORD)).toBe(false)
  })

  test('that was given by who holds every scope stays, and so does one when less than a role changes', async () => {
    const given = await newUser()
    await service.admin.sdk.users.setPassword(given.id, { password: PASSWORD })
    await service.admin.sdk.users.update(given.id, { role: 'admin' })
    expect(await signsIn(given.email, PASSWORD)).toBe(true)
    const chosen = await newUser()
    await service.admin.sdk.users.setPassword(chosen.id, { password: PASSWORD })
    const browser = await service.browser(chosen.email, PASSWORD)
    await browser.sdk.users.setPassword(chosen.id, { password: OTHER, current_password: PASSWORD })
    await service.admin.sdk.users.update(chosen.id, { role: 'admin' })
    expect(await signsIn(chosen.email, OTHER)).toBe(true)
    const renamed = await newUser()
    await (await helpDesk()).sdk.users.setPassword(renamed.id, { password: PASSWORD })
    await service.admin.sdk.users.update(renamed.id, { name: 'Ada King' })
    expect(await signsIn(renamed.email, PASSWORD)).toBe(true)
  })
})

describe('the secret of a client', () => {
  const tokenOf = async (client: TestClient) =>
    service.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { authorization: basicOf(client), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials',
    })
  const registrar = () => service.caller({ scopes: ['manage:clients', 'read:users'] })
  const narrow = {
    grant_types: ['client_credentials'] as ['client_credentials'],
    redirect_uris: [],
    scopes: ['read:users'] as ['read:users'],
  }

  test('ends when the client gains scopes that who was shown it does not hold', async () => {
    const { sdk } = await registrar()
    const made = await sdk.oauthClients.create({ name: 'Report', type: 'confidential', ...narrow })
    const client = { client_id: made.client_id, client_secret: made.client_secret! }
    expect((await tokenOf(client)).statusCode).toBe(200)
    await service.admin.sdk.oauthClients.update(client.client_id, { scopes: ['read:users', 'write:users'] })
    expect((await tokenOf(client)).statusCode).toBe(401)
  })

  test('ends when scopes come back that the client had before it was narrowed and given a new secret', async () => {
    const { client_id } = await addClient(service, { ...narrow, scopes: ['read:users', 'write:users'] })
    await service.admin.sdk.oauthClients.update(client_id, { scopes: ['read:users'] })
    const { client_secret } = await (await registrar()).sdk.oauthClients.rotateSecret(client_id)
    const client = { client_id, client_secret: client_secret! }
    expect((await tokenOf(client)).statusCode).toBe(200)
    await service.admin.sdk.oauthClients.update(client_id, { scopes: ['read:users', 'write:users'] })
    expect((await tokenOf(client)).statusCode).toBe(401)
  })

  test('stays when who was shown it holds what the client gains, and when it gains nothing', async () => {
    const client = await addClient(service, narrow)
    await service.admin.sdk.oauthClients.update(client.client_id, { scopes: ['read:users', 'write:users'] })
    await service.admin.sdk.oauthClients.update(client.client_id, { name: 'Report 2', scopes: ['read:users'] })
    expect((await tokenOf(client)).statusCode).toBe(200)
  })

  test('is no way around a certificate: it must be named again with what the client gains', async () => {
    const { sdk } = await registrar()
    const subject = { tls_client_auth_subject_dn: 'CN=report.example.com' }
    const { client_id } = await sdk.oauthClients.create({
      name: 'Report',
      type: 'confidential',
      ...narrow,
      token_endpoint_auth_method: 'tls_client_auth',
      ...subject,
    })
    const more = { scopes: ['read:users', 'write:users'] }
    const widen = (body: object) => service.admin.rest(`PATCH /v1/oauth-clients/${client_id}`, body)
    expect(await widen(more)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await widen({ ...more, ...subject })).toMatchObject({ status: 200, body: more })
  })

  test.each([
    ['its name', byName, { tls_client_auth_subject_dn: 'CN=another.example.com' }],
    ['itself', byCertificate, { jwks: byCertificate.jwks }],
  ])(
    'is no way around a certificate that was given by %s since, by who holds less than who registered the client',
    async (_how, first, later) => {
      const settings = { name: 'Report', type: 'confidential', ...narrow, ...first } as const
      const { client_id } = await service.admin.sdk.oauthClients.create(settings)
      const { sdk } = await registrar()
      await sdk.oauthClients.update(client_id, later)
      const more = { scopes: ['read:users', 'write:users'] }
      const answer = await service.admin.rest(`PATCH /v1/oauth-clients/${client_id}`, more)
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    },
  )
})

describe('an API key', () => {
  const soon = () => new Date(service.clock.now() + 60_000).toISOString()
  const later = () => new Date(service.clock.now() + 120_000).toISOString()
  const forbidden = { status: 403, body: { code: 'forbidden', detail: expect.stringContaining('lives no longer') } }
  const newKey = { name: 'K', role: 'admin', scopes: ['manage:keys'] } as const

  test('makes none that lives longer, and gives none a new secret that does', async () => {
    const { secret } = await service.admin.sdk.apiKeys.create({
      ...newKey,
      scopes: ['manage:keys'],
      expires_at: soon(),
    })
    const endless = await service.admin.sdk.apiKeys.create({ ...newKey, scopes: ['manage:keys'] })
    const caller = service.withKey(secret)
    const create = (expires_at?: string) => caller.rest('POST /v1/api-keys', { ...newKey, expires_at })
    expect(await create()).toMatchObject(forbidden)
    expect(await create(later())).toMatchObject(forbidden)
    expect(await create(soon())).toMatchObject({ status: 201 })
    expect(await caller.rest(`POST /v1/api-keys/${endless.id}/rotate`)).toMatchObject(forbidden)
  })

  test('whose secret was replaced makes none that outlives the old secret, and gets no new one by it', async () => {
    const { id, secret } = await service.admin.sdk.apiKeys.create({ ...newKey, scopes: ['manage:keys'] })
    await service.admin.sdk.apiKeys.rotate(id)
    const old = service.withKey(secret)
    expect(await old.rest('POST /v1/api-keys', newKey)).toMatchObject(forbidden)
    expect(await old.rest(`POST /v1/api-keys/${id}/rotate`)).toMatchObject(forbidden)
  })

  test('of a user acts only while the user is active', async () => {
    const user = await newUser('admin')
    const key = await service.caller({ role: 'admin', user_id: user.id })
    const statusWhile = async (status: 'active' | 'suspended' | 'invited') => {
      await service.admin.sdk.users.update(user.id, { status })
      return (await key.rest('GET /v1/me')).status
    }
    expect(await statusWhile('suspended')).toBe(401)
    expect(await statusWhile('invited')).toBe(401)
    expect(await statusWhile('active')).toBe(200)
  })

  test('acts as another user only where its maker holds what that user may do', async () => {
    const { id } = await newUser()
    const key = { name: 'K', role: 'viewer', user_id: id, scopes: ['read:users'] }
    const make = async (...scopes: Scope[]) =>
      (await service.caller({ scopes: ['manage:keys', ...scopes] })).rest('POST /v1/api-keys', key)
    expect(await make('read:users')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await make(...VIEWERS)).toMatchObject({ status: 201 })
  })
})

describe('a webhook endpoint', () => {
  const url = 'https://93.184.216.34/hooks'
  const endpoint = async (caller: Awaited<ReturnType<Service['caller']>>, events: string[]) =>
    (await caller.rest('POST /v1/webhook-endpoints', { url, events })).body.id as string
  const scopesOf = async (id: string) => {
    const [row] = await service.database.query<{ scopes: Scope[] }>(
      { text: 'select scopes from webhook_endpoints where id = $1' },
      [id],
    )
    return row!.scopes.toSorted()
  }

  test('that asks for everything is sent what its maker may read, also after an edit by somebody stronger', async () => {
    const maker = await service.caller({ scopes: ['manage:webhooks', 'read:orders'] })
    const id = await endpoint(maker, ['*'])
    expect(await scopesOf(id)).toEqual(['manage:webhooks', 'read:orders'])
    await service.admin.sdk.webhookEndpoints.update(id, { url: 'https://93.184.216.34/other', description: 'Moved' })
    expect(await scopesOf(id)).toEqual(['manage:webhooks', 'read:orders'])
    await service.admin.sdk.webhookEndpoints.update(id, { events: ['*'] })
    expect(await scopesOf(id)).toEqual(['manage:keys', 'manage:webhooks', 'read:orders', 'read:users'])
    expect(await maker.rest(`PATCH /v1/webhook-endpoints/${id}`, { url })).toMatchObject({ status: 403 })
  })

  test('names only events whose records its maker may read', async () => {
    const maker = await service.caller({ scopes: ['manage:webhooks', 'read:orders'] })
    const create = (...events: string[]) => maker.rest('POST /v1/webhook-endpoints', { url, events })
    expect(await create('order.created')).toMatchObject({ status: 201 })
    for (const name of ['user.created', 'export.failed', 'api_key.created'])
      expect(await create('order.created', name)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('is seen by who may not have what it is sent, without its deliveries', async () => {
    const id = await endpoint(await service.caller({ scopes: ['manage:webhooks', 'read:users'] }), ['user.created'])
    const other = await service.caller({ scopes: ['manage:webhooks'] })
    const path = `/v1/webhook-endpoints/${id}`
    expect(await other.rest(`GET ${path}`)).toMatchObject({ status: 200, body: { id, url } })
    for (const request of [
      `GET ${path}/deliveries`,
      `DELETE ${path}`,
      `POST ${path}/rotate-secret`,
      `POST ${path}/test`,
    ])
      expect(await other.rest(request)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})
