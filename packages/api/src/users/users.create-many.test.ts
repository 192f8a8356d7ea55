import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const person = (name: string) => ({ name, email: `${name}@example.com`, role: 'viewer' })
const people = (prefix: string, count: number) => Array.from({ length: count }, (_, nth) => person(`${prefix}${nth}`))

describe.each(PROTOCOLS)('users.createMany over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const total = async () => (await admin('users.list')).body.pagination.total

  test('answers 201 with the records in the order sent, and leaves one event a user', async () => {
    const users = ['zoe', 'ada', 'mia'].map(person)
    let body: any
    const events = await eventsOf(service, async () => ({ body } = await admin('users.createMany', { users })))
    expect(body.data).toMatchObject(users)
    expect(events).toEqual(
      body.data.map((record: { id: string }) => ({ event: 'user.created', user_id: record.id, data: record })),
    )
  })

  test('takes 1,000 users', async () => {
    const before = await total()
    const answer = await admin('users.createMany', { users: people('many', 1_000) })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toHaveLength(1_000)
    expect(new Set(answer.body.data.map((user: { id: string }) => user.id)).size).toBe(1_000)
    expect(await total()).toBe(before + 1_000)
  })

  test.each([
    ['1,001 users', people('over', 1_001), ['users too-large']],
    ['no user', [], ['users too-small']],
    ['something else than a list', { 0: person('x') }, ['users invalid-type']],
    [
      'faulty users, naming each fault',
      [person('fine'), { ...person('bad'), email: 'bad' }, { ...person('extra'), id: 'usr_1' }],
      ['users.1.email invalid-format', 'users.2.id unknown-member'],
    ],
  ])('refuses %s with 422', async (_what, users, faults) => {
    const answer = await admin('users.createMany', { users })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual(faults)
  })

  test('names each e-mail that is taken, by another record or by another one of the batch', async () => {
    await admin('users.create', person('held'))
    const emails = ['new@example.com', 'HELD@example.com', 'NEW@Example.com', 'held@example.com', 'other@example.com']
    const users = emails.map((email) => ({ name: 'Ada', email, role: 'viewer' }))
    const taken = (place: number, code: string, message: string) => ({
      field: `users.${place}.email`,
      pointer: `/users/${place}/email`,
      code,
      message,
    })
    const held = 'is held by another user record'
    expect(await admin('users.createMany', { users })).toMatchObject({
      status: 409,
      body: {
        code: 'email-taken',
        detail: `The member users.1.email ${held}, the first of 3 faults. See errors.`,
        errors: [
          taken(1, 'taken', held),
          taken(2, 'repeated', 'is that of another user of this request'),
          taken(3, 'taken', held),
        ],
      },
    })
  })

  test.each([
    ['another record holds', [person('first'), person('taken')]],
    ['is in it twice', [person('twice'), { ...person('other'), email: 'TWICE@example.com' }]],
  ])('a batch with an e-mail that %s is 409 and leaves nothing', async (_what, users) => {
    await admin('users.create', person('taken'))
    const before = await total()
    const events = await eventsOf(service, async () => {
      expect(await admin('users.createMany', { users })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    })
    expect(events).toEqual([])
    expect(await total()).toBe(before)
  })
})
