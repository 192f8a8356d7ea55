import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, over, PROTOCOLS, withoutRequest } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import type { UserRecord } from './users.contract.ts'

const DAY = 24 * 60 * 60 * 1_000
const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

describe.each(PROTOCOLS)('users.delete over %s', (protocol) => {
  let service: Service
  let admin: Call
  let count = 0
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const newUser = async (members: object = {}): Promise<UserRecord> => {
    const email = `ada${count++}@example.com`
    return (await admin('users.create', { name: 'Ada Lovelace', email, role: 'viewer', ...members })).body
  }

  test('answers 204 without a body, and leaves one event with the identifier alone', async () => {
    const { id } = await newUser()
    const events = await eventsOf(service, async () => {
      expect(await admin('users.delete', { user_id: id })).toEqual({ status: 204, body: undefined })
    })
    expect(events).toEqual([{ event: 'user.deleted', user_id: id, data: { id } }])
  })

  test('every operation on the record is 410 for 30 days, then 404 as for one that never was', async () => {
    const { id } = await newUser()
    await admin('users.delete', { user_id: id })
    const calls = {
      'users.get': {},
      'users.update': { name: 'B' },
      'users.replace': { name: 'B', email: 'b@example.com', role: 'viewer' },
      'users.delete': {},
    }
    const all = (user_id: string) =>
      Promise.all(Object.entries(calls).map(([name, input]) => admin(name, { user_id, ...input })))

    service.clock.advance(30 * DAY)
    for (const answer of await all(id)) expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } })
    service.clock.advance(1)
    const missing = await all(MISSING)
    for (const [nth, answer] of (await all(id)).entries()) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
      expect(withoutRequest(answer)).toEqual(withoutRequest(missing[nth]!))
    }
  })

  test('a deleted user is in no list', async () => {
    const { id } = await newUser()
    const listed = async (query: object) => {
      const { body } = await admin('users.list', { limit: 100, ...query })
      return body.data.some((user: { id: string }) => user.id === id)
    }
    const queries = [{}, { cursor: '' }, { role: 'viewer' }]
    for (const query of queries) expect([query, await listed(query)]).toEqual([query, true])
    await admin('users.delete', { user_id: id })
    for (const query of queries) expect([query, await listed(query)]).toEqual([query, false])
  })

  test('nothing of the person stays in the table', async () => {
    const { id, email } = await newUser({ name: 'Grace Hopper' })
    await admin('users.delete', { user_id: id })
    const [row] = await service.database.query<object>({ text: 'select * from users where id = $1' }, [id])
    expect(JSON.stringify(row)).not.toMatch(/grace|hopper/i)
    expect(JSON.stringify(row)).not.toContain(email)
  })

  test('the e-mail is free again, for a new record and for an old one', async () => {
    const first = await newUser({ email: 'free@example.com' })
    await admin('users.delete', { user_id: first.id })
    const second = await newUser({ email: 'FREE@example.com' })
    expect(second.id).not.toBe(first.id)
    await admin('users.delete', { user_id: second.id })
    const third = await newUser()
    expect(await admin('users.update', { user_id: third.id, email: 'free@example.com' })).toMatchObject({ status: 200 })
  })

  test('a parameter that it does not know is 400', async () => {
    const { id } = await newUser()
    expect(await admin('users.delete', { user_id: id, force: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'invalid-parameters', errors: [{ field: 'force', code: 'unknown-parameter' }] },
    })
  })
})
