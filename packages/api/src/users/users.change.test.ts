import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, type Protocol, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import type { UserRecord } from './users.contract.ts'

const MINUTE = 60_000
const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

let service: Service
let admin: Call
let count = 0

/** A user of its own for a test, made a minute ago. */
async function newUser(members: object = {}): Promise<UserRecord> {
  const { body } = await admin('users.create', {
    name: 'Ada',
    email: `ada${count++}@example.com`,
    role: 'viewer',
    ...members,
  })
  service.clock.advance(MINUTE)
  return body
}

const start = (protocol: Protocol) => async () => {
  service = await startService()
  admin = over(protocol, service.admin)
}
const isoNow = () => new Date(service.clock.now()).toISOString()

describe.each(PROTOCOLS)('users.update over %s', (protocol) => {
  beforeAll(start(protocol))
  afterAll(() => service.stop())

  const update = (user: { id: string }, change: object) => admin('users.update', { user_id: user.id, ...change })

  test.each([
    { name: 'Ada King' },
    { email: 'other@example.com' },
    { role: 'admin' },
    { status: 'invited' },
    { name: 'B', email: 'b@example.com', role: 'admin', status: 'active' },
  ])('changes %j and nothing else, with the next version, its time and one event', async (change) => {
    const user = await newUser({ status: 'invited', ...('status' in change && { status: 'suspended' }) })
    const changed = { ...user, ...change, version: 2, updated_at: isoNow() }
    const events = await eventsOf(service, async () => {
      expect(await update(user, change)).toEqual({ status: 200, body: changed })
    })
    expect(events).toEqual([{ event: 'user.updated', user_id: user.id, data: changed }])
    expect(await admin('users.get', { user_id: user.id })).toEqual({ status: 200, body: changed })
  })

  test('a suspension is the event user.suspended, and any other change user.updated', async () => {
    const user = await newUser()
    const events = await eventsOf(service, async () => {
      await update(user, { status: 'suspended', name: 'B' })
      await update(user, { name: 'C' })
      await update(user, { status: 'active' })
      await update(user, { status: 'invited' })
    })
    expect(events.map(({ event }) => event)).toEqual(['user.suspended', ...Array(3).fill('user.updated')])
  })

  test('an e-mail may change its case only', async () => {
    const user = await newUser({ email: 'case@example.com' })
    expect(await update(user, { email: 'CASE@example.com' })).toMatchObject({
      status: 200,
      body: { email: 'CASE@example.com', version: 2 },
    })
  })

  test.each([
    ['no member', {}],
    ['members as they are', { name: 'Ada', role: 'viewer', status: 'active' }],
    ['a name that is the same once trimmed', { name: ' Ada ' }],
    ['only the version', { version: 1 }],
  ])('with %s it changes neither version nor time, and leaves no event', async (_what, change) => {
    const user = await newUser()
    const events = await eventsOf(service, async () => {
      expect(await update(user, change)).toEqual({ status: 200, body: user })
    })
    expect(events).toEqual([])
  })

  test.each([
    ['id', MISSING],
    ['created_at', '2026-11-21T09:30:00.000Z'],
    ['nickname', 'x'],
    ['constructor', 'x'],
  ])('refuses the member %s with 422', async (member, value) => {
    const answer = await update(await newUser(), { [member]: value })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual([`${member} unknown-member`])
  })

  test.each(['name', 'email', 'role', 'status', 'version'])('refuses null for %s with 422', async (member) => {
    expect(await update(await newUser(), { [member]: null })).toMatchObject({
      status: 422,
      body: { code: 'validation-failed', errors: [{ field: member, pointer: `/${member}` }] },
    })
  })
})

describe.each(PROTOCOLS)('users.replace over %s', (protocol) => {
  beforeAll(start(protocol))
  afterAll(() => service.stop())

  const replace = (user: { id: string }, members: object) => admin('users.replace', { user_id: user.id, ...members })
  const changeable = ({ name, email, role }: UserRecord) => ({ name, email, role })

  test('sets every member and keeps an omitted status', async () => {
    const user = await newUser({ status: 'invited' })
    const members = { name: 'B', email: 'replaced@example.com', role: 'admin' }
    const changed = { ...user, ...members, version: 2, updated_at: isoNow() }
    const events = await eventsOf(service, async () => {
      expect(await replace(user, members)).toEqual({ status: 200, body: changed })
    })
    expect(events).toEqual([{ event: 'user.updated', user_id: user.id, data: changed }])
  })

  test('the record as it was read is accepted, and changes nothing', async () => {
    const user = await newUser()
    const events = await eventsOf(service, async () => {
      expect(await replace(user, user)).toEqual({ status: 200, body: user })
    })
    expect(events).toEqual([])
  })

  test.each(['name', 'email', 'role'] as const)('without %s it is 422', async (member) => {
    const user = await newUser()
    const { [member]: _omitted, ...others } = changeable(user)
    const answer = await replace(user, others)
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([`${member} required`])
  })

  test('members that the service assigns must equal what is stored, else each is a fault', async () => {
    const user = await newUser()
    const wrong = { id: MISSING, created_at: '2020-01-01T00:00:00.000Z', updated_at: '2020-01-01T00:00:00.000Z' }
    const answer = await replace(user, { ...changeable(user), ...wrong })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual(['id read-only', 'created_at read-only', 'updated_at read-only'])
  })

  test('members that the service assigns must be what they are everywhere, else each is a fault', async () => {
    const user = await newUser()
    const answer = await replace(user, { ...changeable(user), created_at: 'yesterday', updated_at: '2026-11-21' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(faultsOf(answer)).toEqual(['created_at invalid-format', 'updated_at invalid-format'])
  })

  test('an obsolete version wins over members that the service assigns', async () => {
    const user = await newUser()
    await replace(user, { ...changeable(user), name: 'B' })
    expect(await replace(user, user)).toMatchObject({ status: 409, body: { code: 'version-conflict' } })
  })

  test.each(['name', 'email', 'role', 'status', 'version', 'id'])('refuses null for %s with 422', async (member) => {
    const user = await newUser()
    expect(await replace(user, { ...changeable(user), [member]: null })).toMatchObject({
      status: 422,
      body: { errors: [{ field: member }] },
    })
  })
})

const changes = PROTOCOLS.flatMap((protocol) =>
  ['users.update', 'users.replace'].map((name) => [name, protocol] as const),
)

describe.each(changes)('%s over %s', (name, protocol) => {
  beforeAll(start(protocol))
  afterAll(() => service.stop())

  let user: UserRecord
  beforeEach(async () => {
    user = await newUser()
  })
  const change = (members: object, user_id = user.id) =>
    admin(name, { user_id, name: user.name, email: user.email, role: user.role, ...members })

  test('a version that is the current one lets the change through', async () => {
    expect(await change({ name: 'B', version: 1 })).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await change({ name: 'C', version: 2 })).toMatchObject({ status: 200, body: { version: 3 } })
  })

  test.each([2, 99])('the version %d, which is not the current one, is 409', async (version) => {
    const answer = await change({ name: 'B', version })
    expect(answer).toMatchObject({ status: 409, body: { code: 'version-conflict' } })
    expect(await admin('users.get', { user_id: user.id })).toEqual({ status: 200, body: user })
  })

  test.each([1.5, '1', 0, -1, 2 ** 53, true])('the version %j is 422', async (version) => {
    expect(await change({ name: 'B', version })).toMatchObject({
      status: 422,
      body: { code: 'validation-failed', errors: [{ field: 'version' }] },
    })
  })

  test('who was changed is found by the new name and e-mail, and no more by the former ones', async () => {
    const [former, later] = [`former${count}`, `later${count}`]
    await change({ name: former, email: `${former}@example.com` })
    await change({ name: later, email: `${later}@example.com` })
    const found = async (search: string) =>
      (await admin('users.list', { search })).body.data.map(({ id }: UserRecord) => id)
    expect([await found(later), await found(`${later}@`), await found(former)]).toEqual([[user.id], [user.id], []])
  })

  test('an e-mail that another record holds is 409 and changes nothing', async () => {
    const other = await newUser()
    const events = await eventsOf(service, async () => {
      expect(await change({ name: 'B', email: other.email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { code: 'email-taken' },
      })
    })
    expect(events).toEqual([])
    expect(await admin('users.get', { user_id: user.id })).toEqual({ status: 200, body: user })
  })

  test.each([MISSING, 'usr_x', 'ord_01KAJQ7W5M8XV2R4T6Y9B3D501', '..%2f', '\0'])(
    'the unknown identifier %j is 404, before the body is looked at',
    async (id) => {
      expect(await change({ name: '' }, id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    },
  )

  test('a deleted user is 410, before the body is looked at', async () => {
    await admin('users.delete', { user_id: user.id })
    expect(await change({ name: '' })).toMatchObject({ status: 410, body: { code: 'gone' } })
  })

  test('a faulty body wins over an obsolete version', async () => {
    expect(await change({ name: '', version: 99 })).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
  })
})
