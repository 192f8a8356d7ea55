import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../access.ts'
import { type Call, over, PROTOCOLS, withoutRequest } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

describe.each(PROTOCOLS)('a viewer over %s', (protocol) => {
  let service: Service
  let admin: Call
  let viewer: Call
  let own: string
  let other: string
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    const caller = await service.viewer('Vera')
    viewer = over(protocol, caller)
    own = caller.id
    const { body } = await admin('users.create', { name: 'Otto', email: 'otto@example.com', role: 'admin' })
    other = body.id
  })
  afterAll(() => service.stop())

  test('reads its own record', async () => {
    expect(await viewer('users.get', { user_id: own })).toEqual(await admin('users.get', { user_id: own }))
  })

  test('is told of the record of another what it is told of a missing one', async () => {
    const [hidden, missing] = [
      await viewer('users.get', { user_id: other }),
      await viewer('users.get', { user_id: MISSING }),
    ]
    expect(hidden).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(withoutRequest(hidden)).toEqual(withoutRequest(missing))
  })

  test('is told of a deleted other what it is told of a missing one', async () => {
    const { body } = await admin('users.create', { name: 'Gone', email: 'gone@example.com', role: 'viewer' })
    await admin('users.delete', { user_id: body.id })
    expect(await viewer('users.get', { user_id: body.id })).toMatchObject({ status: 404 })
  })

  test.each([{}, { cursor: '' }, { search: 'example.com' }, { role: 'viewer' }])(
    'lists its own record only, with %j',
    async (query) => {
      const { body } = await viewer('users.list', query)
      expect(body.data.map((user: { id: string }) => user.id)).toEqual([own])
    },
  )

  test.each([{ search: 'otto' }, { role: 'admin' }])('lists nothing of others, with %j', async (query) => {
    const { body } = await viewer('users.list', query)
    expect(body).toMatchObject({ data: [], pagination: { total: 0, total_pages: 0 } })
  })

  test.each([
    ['users.update', { name: 'X' }],
    ['users.update', { role: 'admin' }],
    ['users.update', { status: 'suspended' }],
    ['users.update', { name: '' }],
    ['users.replace', { name: 'X', email: 'x@example.com', role: 'viewer' }],
    ['users.delete', {}],
  ])('is refused %s %j with 403, the same for its own, another and a missing record', async (name, input) => {
    const answers = await Promise.all([own, other, MISSING].map((user_id) => viewer(name, { user_id, ...input })))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
      expect(withoutRequest(answer)).toEqual(withoutRequest(answers[0]!))
    }
  })

  test.each([
    ['users.create', { name: 'X', email: 'x@example.com', role: 'viewer' }],
    ['users.createMany', { users: [{ name: 'X', email: 'x@example.com', role: 'admin' }] }],
  ])('is refused %s with 403', async (name, input) => {
    expect(await viewer(name, input)).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
  })

  test('is told that its own record is gone after a deletion', async () => {
    const caller = await service.viewer('Gina')
    await admin('users.delete', { user_id: caller.id })
    expect(await over(protocol, caller)('users.get', { user_id: caller.id })).toMatchObject({
      status: 410,
      body: { code: 'gone' },
    })
  })
})

describe.each(PROTOCOLS)('scopes of the users over %s', (protocol) => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  const scopes: Record<string, Scope> = {
    'users.list': 'read:users',
    'users.get': 'read:users',
    'users.create': 'write:users',
    'users.createMany': 'write:users',
    'users.update': 'write:users',
    'users.replace': 'write:users',
    'users.delete': 'delete:users',
  }

  test.each(Object.entries(scopes))('%s needs %s, and no other', async (name, scope) => {
    const others = Object.values(scopes).filter((each) => each !== scope)
    const input = { user_id: MISSING, ...(scope === 'write:users' && { name: '' }) }
    const without = over(protocol, await service.caller({ scopes: others }))
    expect(await without(name, input)).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope', detail: expect.stringContaining(scope) },
    })
    const only = over(protocol, await service.caller({ scopes: [scope] }))
    expect((await only(name, input)).status).not.toBe(403)
  })
})
