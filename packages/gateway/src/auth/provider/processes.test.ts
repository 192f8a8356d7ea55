import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addClient, addUser } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { type Fetch, fetchTo } from '@roster/test/relying-party'
import { type Service, startService } from '@roster/test/service'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  service = await startService()
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  fetcher = await fetchTo(service)
  user = await addUser(service, 'Ada Lovelace')
})
afterAll(async () => {
  vi.useRealTimers()
  await service.stop()
})

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
