import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EXAMPLE_CLIENT, person, type Scenario, type World } from '../support/world.ts'

const HOOK = 'https://example.com/webhooks/roster'
const PASSWORD = 'a password that somebody gave'
const CERTIFICATE = new X509Certificate(readFileSync(new URL('../auth/certificate.pem', import.meta.url)))
const VIEWERS = ['read:users', 'read:orders', 'read:events']

/** Nobody gives, takes over or ends more than they hold. */
export const POWER_RULES: Record<string, Scenario> = {
  async 'power: users, and passwords that are given'(world) {
    await world.fill()
    const { user_id } = world.ids
    const send = sender(world, await world.keyWith(['write:users', 'delete:users']))
    await send('POST /v1/users', person('Boss', 'admin'))
    await send('POST /v1/users/batch', { users: [person('One'), person('Boss', 'admin')] })
    await send('PUT /v1/users/' + user_id, person('Boss', 'admin'))
    for (const body of [{}, { name: 'Eve' }, { role: 'viewer' }]) await send(`PATCH /v1/users/${user_id}`, body)
    await send(`POST /v1/users/${user_id}/password`, { password: PASSWORD })
    await send(`DELETE /v1/users/${user_id}`)
    const { body: viewer } = await send('POST /v1/users', person('One'))
    const path = `/v1/users/${viewer.id}`
    for (const body of [{ role: 'admin' }, { name: 'Eve' }]) await send(`PATCH ${path}`, body)
    await send(`PUT ${path}`, person('One', 'admin'))
    await send(`POST ${path}/password`, { password: PASSWORD })
    const key = await world.keyWith(['write:users', ...VIEWERS])
    await world.send(`POST ${path}/password`, { key, body: { password: PASSWORD } })
    const signIn = () =>
      world.send('POST /v1/session', { key: null, body: { email: 'one@example.com', password: PASSWORD } })
    await signIn()
    await world.send(`PATCH ${path}`, { body: { role: 'admin' } })
    await signIn()
    await send(`DELETE ${path}`)
  },

  async 'power: keys, as whom they act and how long'(world) {
    await world.fill()
    const { id } = await world.make('/v1/users', person('One'))
    const { key_id } = world.ids
    const create = (key: string, body: object) =>
      world.send('POST /v1/api-keys', { key, body: { name: 'K', scopes: ['read:users'], ...body } })
    const narrow = await world.keyWith(['manage:keys'])
    for (const request of [`POST /v1/api-keys/${key_id}/rotate`, `DELETE /v1/api-keys/${key_id}`])
      await world.send(request, { key: narrow })
    await create(narrow, { role: 'admin' })
    await create(await world.keyWith(['manage:keys', 'read:users']), { role: 'viewer', user_id: id })
    await create(await world.keyWith(['manage:keys', ...VIEWERS]), { role: 'viewer', user_id: id })
    const ends = (after: number) => new Date(world.twin.clock.now() + after).toISOString()
    const settings = { name: 'Short', role: 'admin', scopes: ['manage:keys', 'read:users'], expires_at: ends(60_000) }
    const { secret } = await world.make('/v1/api-keys', settings)
    for (const expires_at of [null, ends(120_000), ends(60_000)])
      await create(String(secret), { role: 'admin', expires_at })
    await world.send(`POST /v1/api-keys/${key_id}/rotate`, { key: String(secret) })
    const own = { name: 'Own', role: 'admin', scopes: ['read:users'], user_id: world.ids['user_id'] }
    const { secret: users } = await world.make('/v1/api-keys', own)
    for (const status of ['invited', 'suspended', 'active']) {
      await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { status } })
      await world.send('GET /v1/me', { key: String(users) })
    }
  },

  async 'power: clients, and the secrets of those that gain scopes'(world) {
    await world.fill()
    const { client_id } = await world.make('/v1/oauth-clients', { ...EXAMPLE_CLIENT, scopes: ['write:users'] })
    const send = sender(world, await world.keyWith(['manage:clients', 'read:users']))
    const path = `/v1/oauth-clients/${client_id}`
    for (const body of [{ name: 'Mine' }, { scopes: ['read:users'] }, { redirect_uris: ['https://evil.example/'] }])
      await send(`PATCH ${path}`, body)
    await send(`POST ${path}/rotate-secret`)
    await send(`DELETE ${path}`)
    const certificate = {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: 'CN=client.example.com',
    }
    const { body: own } = await send('POST /v1/oauth-clients', { ...EXAMPLE_CLIENT, ...certificate })
    const widen = (body: object) => world.send(`PATCH /v1/oauth-clients/${own.client_id}`, { body })
    const scopes = ['openid', 'read:users', 'write:users']
    await widen({ scopes })
    await widen({ scopes, tls_client_auth_subject_dn: 'CN=client.example.com' })
    await send(`PATCH /v1/oauth-clients/${own.client_id}`, { scopes: ['read:users'] })
    const key = CERTIFICATE.publicKey.export({ format: 'jwk' })
    const jwks = { keys: [{ ...key, x5c: [CERTIFICATE.raw.toString('base64')] }] }
    const signed = { token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks }
    const { body: other } = await send('POST /v1/oauth-clients', { ...EXAMPLE_CLIENT, ...signed })
    for (const body of [
      { scopes },
      { scopes, jwks },
      { token_endpoint_auth_method: 'client_secret_basic', jwks: null },
    ])
      await world.send(`PATCH /v1/oauth-clients/${other.client_id}`, { body })
  },

  async 'power: endpoints, and the events that they are sent'(world) {
    await world.fill()
    const send = sender(world, await world.keyWith(['manage:webhooks', 'read:orders', 'read:events']))
    await send('POST /v1/webhook-endpoints', { url: HOOK, events: ['order.created', 'user.created'] })
    const { endpoint_id, delivery_id } = world.ids
    const path = `/v1/webhook-endpoints/${endpoint_id}`
    await send(`GET ${path}`)
    await send(`PATCH ${path}`, { description: 'Mine' })
    for (const step of ['test', 'rotate-secret', `deliveries/${delivery_id}/redeliver`])
      await send(`POST ${path}/${step}`)
    await send(`POST ${path}/recover`, { since: '2026-11-01T00:00:00.000Z' })
    await send(`GET ${path}/deliveries`)
    await send(`DELETE ${path}`)
    const { body: own } = await send('POST /v1/webhook-endpoints', { url: HOOK, events: ['*'] })
    const ada = await world.make('/v1/users', person('One'))
    const items = [{ sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }]
    await world.make(`/v1/users/${ada['id']}/orders`, { currency: 'EUR', items })
    await send(`PATCH /v1/webhook-endpoints/${own.id}`, { events: ['user.created'] })
    await send('GET /v1/events?type=order.created')
    await send('GET /v1/events?type=order.created,user.created')
    await send('GET /v1/events?type=api_key.created')
  },

  async 'power: idempotency keys belong to a credential, and refusals are not kept'(world) {
    const headers = { 'idempotency-key': 'one' }
    const create = (key: string) => world.send('POST /v1/users', { key, headers, body: person('Ada', 'admin') })
    await create(await world.keyWith(['read:users']))
    await create(await world.keyWith(['write:users']))
    for (const _ of [1, 2]) await create(world.twin.adminKey)
  },

  async 'power: what somebody did is not told to them again without the scope for it'(world) {
    await world.fill()
    const { id } = await world.viewer()
    const again = { 'idempotency-key': 'once' }
    const set = (headers: Record<string, string>) =>
      world.send(`POST /v1/users/${id}/password`, {
        key: null,
        headers: { ...headers, ...again },
        body: { password: 'correct horse battery staple' },
      })
    const ask = async (headers: Record<string, string>) => {
      await set(headers)
      const sent = { key: null, headers: { ...headers, ...again } }
      await world.send('POST /v1/realtime/tickets', sent)
      await world.send('POST /v1/exports', { ...sent, body: { format: 'csv' } })
    }
    const first = await world.browser()
    for (const _ of [1, 2]) await ask(first)
    await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { role: 'viewer' } })
    await ask(await world.signIn())
  },

  async 'keys: what is left to that of a deleted user'(world) {
    await world.fill()
    const { id, key } = await world.viewer()
    const once = { key, body: { format: 'csv' }, headers: { 'idempotency-key': 'once' } }
    const { body: made } = await world.send('POST /v1/exports', once)
    await world.twin.makeExports()
    await world.send('GET /v1/events?type=export.succeeded', { key })
    await world.send(`DELETE /v1/users/${id}`)
    const ada = world.ids['user_id']
    const reads = ['me', 'users', 'events', `users/${id}`, `users/${id}/orders`, `users/${ada}`, 'api-keys']
    for (const path of [...reads, `exports/${made.id}`, `exports/${made.id}/file`])
      await world.send(`GET /v1/${path}`, { key })
    await world.send('POST /v1/exports', once)
    await world.send('POST /v1/realtime/tickets', { key })
    for (const path of [id, ada]) await world.send(`PATCH /v1/users/${path}`, { key, body: {} })
    await world.send('GET /events', { key })
  },
}

const sender =
  (world: World, key: string) =>
  (request: string, body?: object): ReturnType<World['send']> =>
    world.send(request, { key, ...(body && { body }) })
