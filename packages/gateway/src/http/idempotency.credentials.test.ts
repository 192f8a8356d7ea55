import { newKey, newUser } from '@roster/test/replay'
import type { Caller } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Whose an idempotency key is, and who is given its answer again.

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const PASSWORD = 'correct horse battery staple'
const newApiKey = { name: 'K', role: 'admin', scopes: ['read:users'] }
const create = (who: Caller, path: string, body: object, headers: Record<string, string>) =>
  who.rest(`POST /v1/${path}`, body, headers)

async function administrator() {
  const { id, email } = await service.admin.sdk.users.create({ ...newUser(), role: 'admin' })
  await service.admin.sdk.users.setPassword(id, { password: PASSWORD })
  return { id, browser: await service.browser(email, PASSWORD) }
}

const asUser = (sub: string, scope: string) => service.withToken({ sub, role: 'admin', scope, credentials_version: 9 })

test('a token of a user is not given the secret that a session of the same user made', async () => {
  const { id, browser } = await administrator()
  const key = newKey()
  const made = await create(browser, 'api-keys', newApiKey, key)
  expect(made).toMatchObject({ status: 201, body: { secret: expect.any(String) } })
  const other = await create(await asUser(id, 'manage:keys read:users'), 'api-keys', newApiKey, key)
  expect(other.headers).not.toHaveProperty('idempotent-replayed')
  expect(other.body.secret).not.toBe(made.body.secret)
})

test('a token of one client is not given the secret that another client made for the same user', async () => {
  const { id } = await administrator()
  const key = newKey()
  const make = async (client_id: string) => {
    const scope = 'manage:keys read:users'
    const who = await service.withToken({ sub: id, client_id, role: 'admin', scope, credentials_version: 9 })
    return create(who, 'api-keys', newApiKey, key)
  }
  const made = await make('cli_1')
  const other = await make('cli_2')
  expect([made.status, other.status]).toEqual([201, 201])
  expect(other.headers).not.toHaveProperty('idempotent-replayed')
})

test('a refusal for a missing scope spoils the key for nobody', async () => {
  const { id, browser } = await administrator()
  const key = newKey()
  expect(await create(await asUser(id, 'read:users'), 'users', newUser(), key)).toMatchObject({ status: 403 })
  const user = newUser()
  expect(await create(browser, 'users', user, key)).toMatchObject({ status: 201 })
  const wide = await asUser(id, 'read:users write:users')
  expect(await create(wide, 'users', newUser(), key)).toMatchObject({ status: 201 })
})

test('who has lost what the first request took is refused its answer, and the refusal is not kept', async () => {
  const token = (scope: string) => service.withToken({ sub: 'cli_1', client_id: 'cli_1', role: 'service', scope })
  const wide = await token('manage:keys read:users write:users')
  const key = newKey()
  const body = { ...newApiKey, scopes: ['write:users'] }
  const made = await create(wide, 'api-keys', body, key)
  expect(made).toMatchObject({ status: 201 })
  const refused = await create(await token('manage:keys read:users'), 'api-keys', body, key)
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(JSON.stringify(refused.body)).not.toContain(made.body.secret)
  const again = await create(await token('manage:keys write:users'), 'api-keys', body, key)
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' }, body: made.body })
})

test.each([
  ['an endpoint for all that its maker reads', 'webhook-endpoints', { url: 'https://example.com', events: ['*'] }, 201],
  ['a ticket', 'realtime/tickets', undefined, 201],
])('%s is not given again to who may read less than its maker could', async (_what, path, body, status) => {
  const token = (scope: string) =>
    service.withToken({
      sub: 'cli_2',
      client_id: 'cli_2',
      role: 'service',
      scope: `read:events manage:webhooks ${scope}`,
    })
  const wide = await token('read:users')
  const key = newKey()
  const ask = (who: Caller) => who.rest(`POST /v1/${path}`, body, key)
  const made = await ask(wide)
  expect(made).toMatchObject({ status })
  expect(await ask(await token('read:orders'))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await ask(wide)).toMatchObject({ status, headers: { 'idempotent-replayed': 'true' }, body: made.body })
})

test('what was made of the records of all is not given again to who sees its own by now', async () => {
  const { id } = await administrator()
  const token = (role: string) => service.withToken({ sub: id, role, scope: 'read:users', credentials_version: 9 })
  const key = newKey()
  const ask = (who: Caller) => create(who, 'exports', { format: 'csv' }, key)
  const wide = await token('admin')
  const made = await ask(wide)
  expect(made).toMatchObject({ status: 202 })
  expect(await ask(await token('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await ask(wide)).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' }, body: made.body })
})
