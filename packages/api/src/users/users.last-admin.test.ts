import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import type { UserRecord } from './users.contract.ts'

describe.each(PROTOCOLS)('the last active admin over %s', (protocol) => {
  let service: Service
  let admin: Call
  let last: UserRecord
  let count = 0

  const newAdmin = async (members: object = {}): Promise<UserRecord> => {
    const email = `ada${count++}@example.com`
    return (await admin('users.create', { name: 'Ada', email, role: 'admin', ...members })).body
  }

  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    last = await newAdmin()
    await newAdmin({ status: 'suspended' })
    await newAdmin({ status: 'invited' })
    await admin('users.delete', { user_id: (await newAdmin()).id })
  })
  afterAll(() => service.stop())

  test.each([
    ['deleted', 'users.delete', {}],
    ['suspended', 'users.update', { status: 'suspended' }],
    ['uninvited', 'users.update', { status: 'invited' }],
    ['demoted', 'users.update', { role: 'viewer' }],
    ['demoted by a replacement', 'users.replace', { name: 'Ada', email: 'x@example.com', role: 'viewer' }],
  ])('cannot be %s: 409, and nothing changes', async (_what, name, change) => {
    const events = await eventsOf(service, async () => {
      expect(await admin(name, { user_id: last.id, ...change })).toMatchObject({
        status: 409,
        body: { code: 'last-admin' },
      })
    })
    expect(events).toEqual([])
    expect(await admin('users.get', { user_id: last.id })).toEqual({ status: 200, body: last })
  })

  test('can change in other ways', async () => {
    const user_id = last.id
    expect(await admin('users.update', { user_id, name: 'Grace' })).toMatchObject({ status: 200 })
    expect(await admin('users.update', { user_id, name: 'Ada' })).toMatchObject({ status: 200 })
  })

  test('is not the last one once another admin is active', async () => {
    const other = await newAdmin()
    expect(await admin('users.update', { user_id: last.id, status: 'suspended' })).toMatchObject({ status: 200 })
    expect(await admin('users.delete', { user_id: other.id })).toMatchObject({ status: 409 })
  })
})
