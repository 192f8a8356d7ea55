import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '@roster/test/records'
import { over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

describe.each(PROTOCOLS)('me.get over %s', (protocol) => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  test('shows a machine, its role and its scopes', async () => {
    expect(await over(protocol, service.admin)('me.get')).toEqual({
      status: 200,
      body: {
        principal: { type: 'api_key', id: expect.toBeId('key'), name: 'Administrator' },
        role: 'admin',
        scopes: SCOPES,
        user: null,
      },
    })
  })

  test('shows the user that a key acts as, as it is now', async () => {
    const viewer = await service.viewer('Vera')
    await over(protocol, service.admin)('users.update', { user_id: viewer.id, name: 'Vera B.' })
    expect(await over(protocol, viewer)('me.get')).toMatchObject({
      status: 200,
      body: { role: 'viewer', user: { id: viewer.id, name: 'Vera B.', version: 2 } },
    })
  })

  test('every scope is enough', async () => {
    const caller = await service.caller({ scopes: ['read:metrics'] })
    expect(await over(protocol, caller)('me.get')).toMatchObject({ status: 200, body: { scopes: ['read:metrics'] } })
  })

  test('without a credential it is 401', async () => {
    expect(await over(protocol, service.anonymous)('me.get')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})
