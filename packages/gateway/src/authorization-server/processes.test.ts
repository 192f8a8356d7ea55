import { decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingKeys } from '@roster/core/server'
import { addClient } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { PATIENCE } from '@roster/test/patience'
import { type Fetch, fetchTo } from '@roster/test/relying-party'
import { passTime, type Service, startService } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
})
afterAll(() => service.stop())

test('two processes share everything, and new keys', async () => {
  const beside = await startService({ beside: service })
  const other = await fetchTo(beside)
  const registered = await addClient(service)
  const [here, there] = [await discover(fetcher, registered), await discover(other, registered)]
  const { redeem, view } = await goThrough({ fetcher, config: here, email: user.email })
  const tokens = await redeem()
  expect(view.url.searchParams.has('code')).toBe(true)
  const refreshed = await client.refreshTokenGrant(there, tokens.refresh_token!)
  expect(await client.tokenIntrospection(there, tokens.access_token)).toMatchObject({ active: true })
  expect(await errorOf(client.refreshTokenGrant(here, tokens.refresh_token!))).toBe('invalid_grant')
  expect(await client.tokenIntrospection(there, refreshed.access_token)).toEqual({ active: false })
  await beside.app.close()
})

test('keys are rotated without a restart, and what the former ones signed stays good', async () => {
  const config = await discover(fetcher, await addClient(service))
  const before = await client.clientCredentialsGrant(config)
  await signingKeys(service.database, service.secrets, service.clock.now).rotate()
  passTime(service, 3_000)
  let after = before
  const signedAnew = async () => kidOf((after = await client.clientCredentialsGrant(config)))
  await expect.poll(signedAnew, { interval: 200, timeout: PATIENCE }).not.toBe(kidOf(before))
  const published = await fetcher('http://roster.test/.well-known/jwks.json').then((response) => response.json())
  const names = (published as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  expect([names[0], names[2]]).toEqual([kidOf(after), kidOf(before)])
  for (const { access_token } of [before, after])
    expect(await client.tokenIntrospection(config, access_token)).toMatchObject({ active: true })
})

const kidOf = ({ access_token }: client.TokenEndpointResponse) => decodeProtectedHeader(access_token).kid
