import { findAccount, signIn } from '@roster/core/server'
import type { Claims } from '@roster/test/access-tokens'
import { addClient, addUser } from '@roster/test/oauth'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { fetchTo } from '@roster/test/relying-party'
import { holdDate, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
  holdDate(service)
})
afterAll(() => service.stop())

test.each([null, '', 'Zürich', 'Wien 1', 'x'.repeat(300)])(
  'a token whose owner is %j does not see the records of its subject',
  async (owner) => {
    const email = `owner.${String(owner).length}.${encodeURIComponent(String(owner)).length}@example.com`
    const { id } = await service.admin.sdk.users.create({ name: 'Eve', email, role: 'viewer' })
    const seen = async (given: Claims) => {
      const { status, body } = await (
        await service.withToken({ role: 'viewer', sub: id, ...given })
      ).rest('GET /v1/users')
      return [status, body.data?.length]
    }
    expect([await seen({}), await seen({ owner })]).toEqual([
      [200, 1],
      [200, 0],
    ])
  },
)

test('the token of a user who has no owner is taken, and opens no records', async () => {
  const user = await addUser(service, 'Ada Lovelace')
  const accounts = {
    find: async (id: string) => ({ ...(await findAccount(service.database, id))!, owner: null }),
    signIn: (email: string, password: string) => signIn(service.database, email, password),
  }
  const other = await startService({ beside: service, provider: { accounts } })
  const reach = await fetchTo(other)
  const config = await discover(reach, await addClient(service))
  const { redeem } = await goThrough({
    fetcher: reach,
    config,
    email: user.email,
    parameters: { scope: 'read:users' },
  })
  const caller = service.sending({ authorization: `Bearer ${(await redeem()).access_token}` })
  expect(await caller.rest('GET /v1/users')).toMatchObject({ status: 200, body: { data: [] } })
  await other.app.close()
})
