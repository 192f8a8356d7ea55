import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities, openDatabase, redeemTicket } from '@roster/api/app'
import { onPostgres } from './support/database.ts'
import { type Answer, type Caller, type Service, startService } from './support/service.ts'

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const times = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth))

// The embedded database runs its statements one after another, so that none of this can go wrong there.
describe.skipIf(!onPostgres)('at the same time, on a PostgreSQL server (set DATABASE_URL to run this)', () => {
  let service: Service
  let admin: Caller
  beforeAll(async () => {
    service = await startService()
    admin = service.admin
  })
  afterAll(() => service.stop())

  let count = 0
  const newUser = async (members: object = {}) => {
    const email = `user${count++}@example.com`
    return (await admin.rest('POST /v1/users', { name: 'Ada', email, role: 'viewer', ...members })).body
  }
  const total = async (table: string, condition: string) => {
    const text = `select count(*) as total from ${table} where ${condition}`
    return (await service.database.query<{ total: number }>({ text }))[0]!.total
  }

  test('of 20 creations of one e-mail, one is 201 and 19 are 409', async () => {
    const create = (nth: number) =>
      admin.rest('POST /v1/users', {
        name: `N${nth}`,
        email: nth % 2 ? 'ONE@example.com' : 'one@example.com',
        role: 'viewer',
      })
    const answers = await Promise.all(times(20, create))
    expect(statuses(answers)).toEqual([201, ...times(19, () => 409)])
    expect(await total('users', "email_key = 'one@example.com'")).toBe(1)
    expect(await total('events', `event = 'user.created' and data->>'email' ilike 'one@example.com'`)).toBe(1)
  })

  test('of 10 changes to one e-mail, one is 200 and 9 are 409', async () => {
    const users = await Promise.all(times(10, () => newUser()))
    const answers = await Promise.all(
      users.map(({ id }) => admin.rest(`PATCH /v1/users/${id}`, { email: 'wanted@example.com' })),
    )
    expect(statuses(answers)).toEqual([200, ...times(9, () => 409)])
  })

  test('users that exchange their e-mails at once do not block each other', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const answers = await Promise.all([
      admin.rest(`PATCH /v1/users/${one.id}`, { email: two.email }),
      admin.rest(`PATCH /v1/users/${two.id}`, { email: one.email }),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(statuses(answers)).toContain(409)
  })

  test('of 10 changes based on one version, one is 200 and 9 are 409', async () => {
    const { id } = await newUser()
    const answers = await Promise.all(
      times(10, (nth) => admin.rest(`PATCH /v1/users/${id}`, { name: `N${nth}`, version: 1 })),
    )
    expect(statuses(answers)).toEqual([200, ...times(9, () => 409)])
    expect(await admin.rest(`GET /v1/users/${id}`)).toMatchObject({ body: { version: 2 } })
    expect(await total('events', `event = 'user.updated' and user_id = '${id}'`)).toBe(1)
  })

  test('changes of different members are all kept, each with a version of its own', async () => {
    const { id } = await newUser()
    const answers = await Promise.all([
      admin.rest(`PATCH /v1/users/${id}`, { name: 'B' }),
      admin.rest(`PATCH /v1/users/${id}`, { status: 'invited' }),
      admin.rest(`PATCH /v1/users/${id}`, { email: 'kept@example.com' }),
    ])
    expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([2, 3, 4]))
    expect(await admin.rest(`GET /v1/users/${id}`)).toMatchObject({
      body: { name: 'B', status: 'invited', email: 'kept@example.com', version: 4 },
    })
  })

  test('of 10 deletions of one user, one is 204 and 9 are 410', async () => {
    const { id } = await newUser()
    const answers = await Promise.all(times(10, () => admin.rest(`DELETE /v1/users/${id}`)))
    expect(statuses(answers)).toEqual([204, ...times(9, () => 410)])
    expect(await total('events', `event = 'user.deleted' and user_id = '${id}'`)).toBe(1)
  })

  test.each([
    ['demoted', (id: string) => admin.rest(`PATCH /v1/users/${id}`, { role: 'viewer' })],
    ['suspended', (id: string) => admin.rest(`PATCH /v1/users/${id}`, { status: 'suspended' })],
    ['deleted', (id: string) => admin.rest(`DELETE /v1/users/${id}`)],
  ])('of all admins %s at once, one stays', async (_how, change) => {
    const admins = await Promise.all(times(6, () => newUser({ role: 'admin' })))
    const before = await admin.rest('GET /v1/users?role=admin&status=active&limit=100')
    const everyone = before.body.data.map(({ id }: { id: string }) => id)
    expect(everyone).toEqual(expect.arrayContaining(admins.map(({ id }) => id)))
    const answers = await Promise.all<{ status: number }>(everyone.map(change))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(await total('users', `role = 'admin' and status = 'active' and deleted_at is null`)).toBe(1)
  })

  test('of 10 moves of one order, one is 200 and 9 are 409', async () => {
    const { id } = await newUser()
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }]
    const order = await admin.rest(`POST /v1/users/${id}/orders`, { currency: 'EUR', items })
    const path = `/v1/users/${id}/orders/${order.body.id}`
    const answers = await Promise.all(times(10, () => admin.rest(`PATCH ${path}`, { status: 'paid' })))
    expect(statuses(answers)).toEqual([200, ...times(9, () => 409)])
    expect(await total('events', `event = 'order.updated' and user_id = '${id}'`)).toBe(1)
  })

  test('of 10 batches that want the same e-mails in other orders, one is 201 and leaves its records, and 9 are 409', async () => {
    const batch = (nth: number) =>
      admin.rest('POST /v1/users/batch', {
        users: times(50, (each) => ({
          name: `Batch ${nth}`,
          email: `shared${(each + 5 * nth) % 50}@example.com`,
          role: 'viewer',
        })),
      })
    const answers = await Promise.all(times(10, batch))
    expect(statuses(answers)).toEqual([201, ...times(9, () => 409)])
    const { data } = answers.find(({ status }) => status === 201)!.body
    expect(await total('users', "name like 'Batch %'")).toBe(50)
    expect(await total('users', `name = '${data[0].name}'`)).toBe(50)
    expect(await total('events', "data->>'name' like 'Batch %'")).toBe(50)
  })

  test('a key rotated 8 times at once has the last two secrets, and no other', async () => {
    const key = await admin.rest('POST /v1/api-keys', { name: 'X', role: 'admin', scopes: ['read:users'] })
    const path = `/v1/api-keys/${key.body.id}`
    const answers = await Promise.all(times(8, () => admin.rest(`POST ${path}/rotate`)))
    expect(statuses(answers)).toEqual(times(8, () => 201))
    const secrets = [key, ...answers].map(({ body }) => body.secret as string)
    expect(new Set(secrets).size).toBe(9)
    const works = await Promise.all(secrets.map((secret) => service.withKey(secret).rest('GET /v1/me')))
    expect(statuses(works)).toEqual([200, 200, ...times(7, () => 401)])
    const { prefix } = (await admin.rest(`GET ${path}`)).body
    const live = secrets.filter((_, nth) => works[nth]!.status === 200)
    expect(live.map((secret) => secret.slice(0, 12))).toContain(prefix)
  })

  test('a key revoked while it is rotated has no secret left', async () => {
    const key = await admin.rest('POST /v1/api-keys', { name: 'X', role: 'admin', scopes: ['read:users'] })
    const path = `/v1/api-keys/${key.body.id}`
    const requests = [`POST ${path}/rotate`, `DELETE ${path}`, `POST ${path}/rotate`]
    const answers = await Promise.all(requests.map((request) => admin.rest(request)))
    const secrets = [key, ...answers].flatMap(({ body }) => body?.secret ?? [])
    for (const secret of secrets)
      expect(await service.withKey(secret).rest('GET /v1/me')).toMatchObject({ status: 401 })
  })

  test('of 20 redemptions of one ticket, over two connections, one gets the caller', async () => {
    const other = await openDatabase({ url: service.databaseUrl! }, { entities })
    const { body } = await admin.rest('POST /v1/realtime/tickets')
    const databases = [service.database, other]
    const redemptions = times(20, (nth) => redeemTicket(databases[nth % 2]!, body.ticket, service.clock.now()))
    const callers = (await Promise.all(redemptions)).filter((caller) => caller !== undefined)
    await other.close()
    expect(callers).toMatchObject([{ name: 'Administrator' }])
  })

  test('a user suspended while signing in is left without a session', async () => {
    const { id, email } = await newUser()
    const password = 'correct horse battery staple'
    await admin.rest(`POST /v1/users/${id}/password`, { password })
    const signIn = () => service.anonymous.rest('POST /v1/session', { email, password })
    const suspend = () => admin.rest(`PATCH /v1/users/${id}`, { status: 'suspended' })
    const answers = await Promise.all([signIn(), signIn(), suspend(), signIn(), signIn()])
    const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
    for (const cookie of cookies)
      expect(await service.anonymous.rest('GET /v1/me', undefined, { cookie })).toMatchObject({ status: 401 })
  })

  test('of 5 passwords set at once one opens the account, and every session before it has ended', async () => {
    const { id, email } = await newUser()
    const passwords = times(5, (nth) => `correct horse battery ${nth}`)
    const set = (password: string) => admin.rest(`POST /v1/users/${id}/password`, { password })
    expect(statuses(await Promise.all(passwords.map(set)))).toEqual(times(5, () => 204))
    const signIns = passwords.map((password) => service.anonymous.rest('POST /v1/session', { email, password }))
    expect(statuses(await Promise.all(signIns))).toEqual([201, 401, 401, 401, 401])
    expect(await total('users', `id = '${id}' and credentials_version = 6`)).toBe(1)
  })

  test.each(['created_at', 'name', 'email', 'id'])(
    'a walk by %s during insertions and deletions meets everybody who stays, once',
    async (sort) => {
      const person = (name: string) => ({ name, email: `${name}.${count++}@example.com`, role: 'viewer' })
      const create = (names: string[]) => admin.rest('POST /v1/users/batch', { users: names.map(person) })
      const all = (await create(times(200, (nth) => `${sort}${nth}`))).body.data as { id: string }[]
      const leaving = all.filter((_, nth) => nth % 4 === 0).map(({ id }) => id)
      const staying = all.filter((_, nth) => nth % 4 !== 0).map(({ id }) => id)

      const walked = new AbortController()
      const disturb = async () => {
        for (let nth = 0; !walked.signal.aborted; nth++) {
          await create([`${sort}${nth % 200}`, `${sort}${(nth * 7) % 200}`])
          const id = leaving.pop()
          if (id) await admin.rest(`DELETE /v1/users/${id}`)
          service.clock.advance(1)
        }
      }
      const walk = async () => {
        const read: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body }: Answer = await admin.rest(
            `GET /v1/users?sort=${sort}&search=${sort}&limit=7&cursor=${cursor}`,
          )
          read.push(...body.data.map(({ id }: { id: string }) => id))
          cursor = body.next_cursor
        }
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
