import { access, entities, naming } from '@roster/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureAdminKey, openDatabase, redeemTicket } from '@roster/core/server'
import type { APIPromise, Roster, UsersCreateBody } from '@roster/sdk'
import { sequenceAll } from '../packages/core/src/event-log/events.fixture.ts'
import { clientWithin, KEYLESS, statusOf } from './support/client.ts'
import { EXAMPLE_SECRET } from './support/examples.ts'
import { onPostgres, untilWaiting } from './support/database.ts'
import { type Service, startService } from './support/service.ts'

/** The statuses that calls made at once are answered with, in order of size. */
const statusesOf = async (calls: APIPromise<unknown>[]) =>
  (await Promise.all(calls.map(statusOf))).toSorted((a, b) => a - b)
const times = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth))

// The embedded database runs its statements one after another, so that none of this can go wrong there.
describe.skipIf(!onPostgres).each([
  ['under idempotency keys', {}],
  ['without idempotency keys', KEYLESS],
])('at the same time, %s, on a PostgreSQL server (set DATABASE_URL to run this)', (_keys, options) => {
  let service: Service
  let admin: Roster
  beforeAll(async () => {
    service = await startService()
    await ensureAdminKey({ database: service.database, access, naming }, EXAMPLE_SECRET, service.clock.now())
    admin = clientWithin(service.app, { 'x-api-key': EXAMPLE_SECRET }, options)
  })
  afterAll(() => service.stop())

  let count = 0
  const newUser = (members: Partial<UsersCreateBody> = {}) =>
    admin.users.create({ name: 'Ada', email: `user${count++}@example.com`, role: 'viewer', ...members })
  const newKey = () => admin.apiKeys.create({ name: 'X', role: 'admin', scopes: ['read:users'] })
  const total = async (table: string, condition: string) => {
    const text = `select count(*) as total from ${table} where ${condition}`
    return (await service.database.query<{ total: number }>({ text }))[0]!.total
  }

  test('of 20 creations of one e-mail, one is 201 and 19 are 409', async () => {
    const create = (nth: number) =>
      admin.users.create({ name: `N${nth}`, email: nth % 2 ? 'ONE@example.com' : 'one@example.com', role: 'viewer' })
    expect(await statusesOf(times(20, create))).toEqual([201, ...times(19, () => 409)])
    expect(await total('users', "email_key = 'one@example.com'")).toBe(1)
    expect(await total('events', `event = 'user.created' and data->>'email' ilike 'one@example.com'`)).toBe(1)
  })

  test('of 200 creations of 190 e-mails, each e-mail has one 201 and one event, and 10 are 409', async () => {
    const emailOf = (nth: number) => `many${nth % 190}@example.com`
    const creations = times(200, (nth) => newUser({ email: emailOf(nth) }))
    const answers = await Promise.all(creations.map(async (call, nth) => [emailOf(nth), await statusOf(call)] as const))
    const created = answers.flatMap(([email, status]) => (status === 201 ? email : []))
    expect(created.toSorted()).toEqual(times(190, emailOf).toSorted())
    expect(answers.filter(([, status]) => status === 409)).toHaveLength(10)
    await sequenceAll(service.database)
    const logged = (order: string) =>
      service.database.query<{ email: string }>({
        text: `select data->>'email' as email from events where data->>'email' like 'many%' order by ${order}`,
      })
    const log = await logged('seq')
    expect(log.map(({ email }) => email).toSorted()).toEqual(created.toSorted())
    expect(log).toEqual(await logged('max(turn) over (partition by xid), turn'))
  })

  test('of 10 changes to one e-mail, one is 200 and 9 are 409', async () => {
    const users = await Promise.all(times(10, () => newUser()))
    const changes = users.map(({ id }) => admin.users.update(id, { email: 'wanted@example.com' }))
    expect(await statusesOf(changes)).toEqual([200, ...times(9, () => 409)])
  })

  test('users that exchange their e-mails at once do not block each other', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const statuses = await statusesOf([
      admin.users.update(one.id, { email: two.email }),
      admin.users.update(two.id, { email: one.email }),
    ])
    for (const status of statuses) expect([200, 409]).toContain(status)
    expect(statuses).toContain(409)
  })

  test('of 10 changes based on one version, one is 200 and 9 are 409', async () => {
    const { id } = await newUser()
    const changes = times(10, (nth) => admin.users.update(id, { name: `N${nth}`, version: 1 }))
    expect(await statusesOf(changes)).toEqual([200, ...times(9, () => 409)])
    expect(await admin.users.get(id)).toMatchObject({ version: 2 })
    expect(await total('events', `event = 'user.updated' and user_id = '${id}'`)).toBe(1)
  })

  test('changes of different members are all kept, each with a version of its own', async () => {
    const { id } = await newUser()
    const changed = await Promise.all([
      admin.users.update(id, { name: 'B' }),
      admin.users.update(id, { status: 'invited' }),
      admin.users.update(id, { email: 'kept@example.com' }),
    ])
    expect(new Set(changed.map(({ version }) => version))).toEqual(new Set([2, 3, 4]))
    expect(await admin.users.get(id)).toMatchObject({
      name: 'B',
      status: 'invited',
      email: 'kept@example.com',
      version: 4,
    })
  })

  test('of 10 deletions of one user, one is 204 and 9 are 410', async () => {
    const { id } = await newUser()
    expect(await statusesOf(times(10, () => admin.users.delete(id)))).toEqual([204, ...times(9, () => 410)])
    expect(await total('events', `event = 'user.deleted' and user_id = '${id}'`)).toBe(1)
  })

  test.each<[how: string, change: (id: string) => APIPromise<unknown>]>([
    ['demoted', (id) => admin.users.update(id, { role: 'viewer' })],
    ['suspended', (id) => admin.users.update(id, { status: 'suspended' })],
    ['deleted', (id) => admin.users.delete(id)],
  ])('of all admins %s at once, one stays', async (_how, change) => {
    const admins = await Promise.all(times(6, () => newUser({ role: 'admin' })))
    const { data } = await admin.users.list({ role: 'admin', status: 'active', limit: 100 })
    const everyone = data.map(({ id }) => id)
    expect(everyone).toEqual(expect.arrayContaining(admins.map(({ id }) => id)))
    const statuses = await statusesOf(everyone.map(change))
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
    expect(await total('users', `role = 'admin' and status = 'active' and deleted_at is null`)).toBe(1)
  })

  test('of 10 moves of one order, one is 200 and 9 are 409', async () => {
    const { id } = await newUser()
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }]
    const order = await admin.orders.create(id, { currency: 'EUR', items })
    const moves = times(10, () => admin.orders.update(id, order.id, { status: 'paid' }))
    expect(await statusesOf(moves)).toEqual([200, ...times(9, () => 409)])
    expect(await total('events', `event = 'order.updated' and user_id = '${id}'`)).toBe(1)
  })

  test('of 10 batches that want the same e-mails in other orders, one is 201 and leaves its records, and 9 are 409', async () => {
    const batch = (nth: number) =>
      admin.users.createMany({
        users: times(50, (each) => ({
          name: `Batch ${nth}`,
          email: `shared${(each + 5 * nth) % 50}@example.com`,
          role: 'viewer',
        })),
      })
    const batches = times(10, batch)
    expect(await statusesOf(batches)).toEqual([201, ...times(9, () => 409)])
    const { data } = await Promise.any(batches)
    expect(await total('users', "name like 'Batch %'")).toBe(50)
    expect(await total('users', `name = '${data[0]!.name}'`)).toBe(50)
    expect(await total('events', "data->>'name' like 'Batch %'")).toBe(50)
  })

  test('a key rotated 8 times at once has the last two secrets, and no other', async () => {
    const key = await newKey()
    const rotated = await Promise.all(times(8, () => admin.apiKeys.rotate(key.id)))
    const secrets = [key, ...rotated].map(({ secret }) => secret)
    expect(new Set(secrets).size).toBe(9)
    const works = await Promise.all(secrets.map((secret) => statusOf(service.withKey(secret).sdk.me.get())))
    expect(works.toSorted((a, b) => a - b)).toEqual([200, 200, ...times(7, () => 401)])
    const { prefix } = await admin.apiKeys.get(key.id)
    const live = secrets.filter((_, nth) => works[nth] === 200)
    expect(live.map((secret) => secret.slice(0, 12))).toContain(prefix)
  })

  test('a key revoked while it is rotated has no secret left', async () => {
    const key = await newKey()
    const [first, , second] = await Promise.allSettled([
      admin.apiKeys.rotate(key.id),
      admin.apiKeys.revoke(key.id),
      admin.apiKeys.rotate(key.id),
    ])
    const rotated = [first, second].flatMap((one) => (one.status === 'fulfilled' ? one.value.secret : []))
    for (const secret of [key.secret, ...rotated])
      await expect(service.withKey(secret).sdk.me.get()).rejects.toMatchObject({ status: 401 })
  })

  test('of 20 redemptions of one ticket, over two connections, one gets the caller', async () => {
    const other = await openDatabase({ url: service.databaseUrl! }, { name: 'roster', entities })
    const { ticket } = await admin.realtime.ticket()
    const databases = [service.database, other]
    const redemptions = times(20, (nth) =>
      redeemTicket({ database: databases[nth % 2]!, access, naming }, ticket, service.clock.now()),
    )
    const callers = (await Promise.all(redemptions)).filter((caller) => caller !== undefined)
    await other.close()
    expect(callers).toMatchObject([{ name: 'Administrator' }])
  })

  test('a user whose deletion has begun is given no order, and none of its orders is moved', async () => {
    const { id } = await newUser()
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 1 }]
    const order = await admin.orders.create(id, { currency: 'EUR', items })
    const deletion = service.database.transaction()
    try {
      await deletion.query({ text: 'select 1 from users where id = $1 for update' }, [id])
      const calls = [
        ...times(3, () => admin.orders.create(id, { currency: 'EUR', items })),
        admin.orders.update(id, order.id, { status: 'paid' }),
      ]
      const statuses = statusesOf(calls)
      await untilWaiting(service.database, 4)
      await deletion.query({ text: 'update users set deleted_at = now() where id = $1' }, [id])
      await deletion.commit()
      expect(await statuses).toEqual(times(4, () => 410))
    } finally {
      await deletion.rollback()
    }
    expect(await total('orders', `user_id = '${id}' and status = 'pending'`)).toBe(1)
    expect(await total('orders', `user_id = '${id}'`)).toBe(1)
  })

  test('a user suspended while signing in is left without a session', async () => {
    const { id, email } = await newUser()
    const password = 'correct horse battery staple'
    await admin.users.setPassword(id, { password })
    const signIn = () => service.anonymous.sdk.session.create({ email, password }).withResponse()
    const suspend = () => admin.users.update(id, { status: 'suspended' }).withResponse()
    const answers = await Promise.allSettled([signIn(), signIn(), suspend(), signIn(), signIn()])
    const cookies = answers.flatMap((one) =>
      one.status === 'fulfilled' ? one.value.response.headers.getSetCookie() : [],
    )
    for (const cookie of cookies)
      await expect(service.sending({ cookie }).sdk.me.get()).rejects.toMatchObject({ status: 401 })
  })

  test('of 5 passwords set at once one opens the account, and every session before it has ended', async () => {
    const { id, email } = await newUser()
    const passwords = times(5, (nth) => `correct horse battery ${nth}`)
    await Promise.all(passwords.map((password) => admin.users.setPassword(id, { password })))
    const signIns = passwords.map((password) => service.anonymous.sdk.session.create({ email, password }))
    expect(await statusesOf(signIns)).toEqual([201, 401, 401, 401, 401])
    expect(await total('account_credentials', `account_id = '${id}' and version = 6`)).toBe(1)
  })

  test.each(['created_at', 'name', 'email', 'id'] as const)(
    'a walk by %s during insertions and deletions meets everybody who stays, once',
    async (sort) => {
      const person = (name: string) => ({ name, email: `${name}.${count++}@example.com`, role: 'viewer' }) as const
      const create = (names: string[]) => admin.users.createMany({ users: names.map(person) })
      const { data: all } = await create(times(200, (nth) => `${sort}${nth}`))
      const leaving = all.filter((_, nth) => nth % 4 === 0).map(({ id }) => id)
      const staying = all.filter((_, nth) => nth % 4 !== 0).map(({ id }) => id)

      const walked = new AbortController()
      const disturb = async () => {
        for (let nth = 0; !walked.signal.aborted; nth++) {
          await create([`${sort}${nth % 200}`, `${sort}${(nth * 7) % 200}`])
          const id = leaving.pop()
          if (id) await admin.users.delete(id)
          service.clock.advance(1)
        }
      }
      const walk = async () => {
        const read: string[] = []
        for await (const { id } of admin.users.list({ sort, search: sort, limit: 7 })) read.push(id)
        return read
      }
      const disturbances = times(3, disturb)
      const read = await walk().finally(() => walked.abort())
      await Promise.all(disturbances)
      expect(new Set(read).size).toBe(read.length)
      expect(read).toEqual(expect.arrayContaining(staying))
    },
  )
})
