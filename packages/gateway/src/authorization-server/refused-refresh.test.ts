import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClient, type TestClient } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import type { Fetch } from '@roster/test/relying-party'
import { BASE_URL, type Service } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser({ mcp: true }, 'admin'))
})
afterAll(() => service.stop())

async function connected(parameters: Record<string, string> = {}) {
  const registered = await addClient(service)
  const config = await discover(fetcher, registered)
  const { redeem } = await goThrough({ fetcher, config, email: user.email, parameters })
  return { registered, config, token: (await redeem()).refresh_token! }
}

const setScopes = ({ client_id }: TestClient, scopes: string[]) =>
  service.admin.sdk.oauthClients.update(client_id, { scopes: scopes as [] })

test.each([
  ['that it is not for', { resource: `${BASE_URL}/mcp`, scope: 'read:users' }, [BASE_URL]],
  ['that is not here', {}, [`${BASE_URL}/mcp/`]],
  ['twice, and another', {}, [BASE_URL, `${BASE_URL}/mcp`]],
])(
  'a refresh token that is sent with a resource %s is refused, and can be used after that',
  async (_what, by, named) => {
    const { config, token } = await connected(by)
    const parameters = new URLSearchParams(named.map((resource) => ['resource', resource]))
    expect(await errorOf(client.refreshTokenGrant(config, token, parameters))).toBe('invalid_target')
    expect(await client.refreshTokenGrant(config, token)).toHaveProperty('access_token')
  },
)

test('a refresh token of a client that may have none of its scopes any more is invalid_scope, and good once it may', async () => {
  const { registered, config, token } = await connected({ scope: 'read:users' })
  await setScopes(registered, ['read:orders'])
  expect(await errorOf(client.refreshTokenGrant(config, token))).toBe('invalid_scope')
  await setScopes(registered, ['read:orders', 'read:users'])
  expect(await client.refreshTokenGrant(config, token)).toMatchObject({ scope: 'read:users' })
})

test('a refresh that names only scopes that its client may not have any more is invalid_scope', async () => {
  const { registered, config, token } = await connected({ scope: 'read:users read:orders' })
  await setScopes(registered, ['read:orders'])
  expect(await errorOf(client.refreshTokenGrant(config, token, { scope: 'read:users' }))).toBe('invalid_scope')
  expect(await client.refreshTokenGrant(config, token)).toMatchObject({ scope: 'read:orders' })
})

test('a code of a client that may have none of its scopes any more gives no token', async () => {
  const registered = await addClient(service)
  const config = await discover(fetcher, registered)
  const { redeem } = await goThrough({ fetcher, config, email: user.email, parameters: { scope: 'read:users' } })
  await setScopes(registered, ['read:orders'])
  expect(await errorOf(redeem())).toBe('invalid_scope')
})
