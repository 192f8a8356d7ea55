import { onPostgres, untilWaiting } from '@roster/test/database'
import { listen, sendRaw } from '@roster/test/raw-requests'
import { expectReplay, newKey, newUser } from '@roster/test/replay'
import type { Caller } from '@roster/test/caller'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: Service
let admin: Caller
beforeAll(async () => {
  service = await startService()
  admin = service.admin
})
afterAll(() => service.stop())

const create = (body: unknown, headers: Record<string, string> = newKey(), who = admin) =>
  who.rest('POST /v1/users', body, headers)
const total = async () => (await admin.rest('GET /v1/users?limit=1')).body.pagination.total as number

describe('the same request again gets the same answer, and has no other effect:', () => {
  test('POST', async () => {
    const before = await total()
    const first = await expectReplay(admin, 'POST /v1/users', newUser())
    expect(first).toMatchObject({
      status: 201,
      headers: { location: `${BASE_URL}/v1/users/${first.body.id}`, etag: expect.any(String) },
    })
    expect(await total()).toBe(before + 1)
  })

  test('PATCH', async () => {
    const { body } = await create(newUser())
    expect(await expectReplay(admin, `PATCH /v1/users/${body.id}`, { name: 'Ada King' })).toMatchObject({ status: 200 })
    expect(await admin.sdk.users.get(body.id)).toMatchObject({ version: 2 })
  })

  test('POST without a body', async () => {
    const { id } = await admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['read:users'] })
    const first = await expectReplay(admin, `POST /v1/api-keys/${id}/rotate`, undefined)
    expect(first).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
    expect(await service.withKey(first.body.secret).sdk.me.get()).toMatchObject({ role: 'admin' })
  })

  test('at the same path, whichever of its characters are encoded', async () => {
    const { body: user } = await create(newUser())
    const key = newKey()
    const order = { currency: 'EUR', items: [{ sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }] }
    const first = await admin.rest(`POST /v1/users/${user.id}/orders`, order, key)
    const second = await admin.rest(`POST /v1/%75sers/${user.id.replace('_', '%5F')}/orders`, order, key)
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  })

  test('404', async () => {
    const answer = await expectReplay(admin, 'PATCH /v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D500', { name: 'A' })
    expect(answer).toMatchObject({ status: 404 })
  })

  test('409', async () => {
    const user = newUser()
    await create(user)
    expect(await expectReplay(admin, 'POST /v1/users', user)).toMatchObject({
      status: 409,
      body: { code: 'email-taken' },
    })
  })

  test('412', async () => {
    const { body } = await create(newUser())
    const key = { ...newKey(), 'if-match': '"other"' }
    const send = () => admin.rest(`PATCH /v1/users/${body.id}`, { name: 'B' }, key)
    const statuses = [await send(), await send()].map(({ status, headers }) => [status, headers['idempotent-replayed']])
    expect(statuses).toEqual([
      [412, undefined],
      [412, 'true'],
    ])
  })

  test('422', async () => {
    const answer = await expectReplay(admin, 'POST /v1/users', { name: '' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
  })
})

test('another body under the same key is 422', async () => {
  const key = newKey()
  await create(newUser(), key)
  expect(await create(newUser(), key)).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
})

test('the same body is the same bytes', async () => {
  const key = newKey()
  const text = JSON.stringify(newUser())
  await create(text, key)
  expect(await create(`${text} `, key)).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
})

test('a key belongs to its caller, method and path', async () => {
  const key = newKey()
  const other = await service.caller({})
  const { body } = await create(newUser(), key)
  expect(await create(newUser(), key, other)).toMatchObject({ status: 201 })
  expect(await admin.rest(`PATCH /v1/users/${body.id}`, { name: 'B' }, key)).toMatchObject({ status: 200 })
  expect(await admin.rest(`POST /v1/users/${body.id}/orders`, {}, key)).toMatchObject({ status: 422 })
  const errors = await admin.rest(`POST /v1/users/${body.id}/orders`, {}, key)
  expect(errors).toMatchObject({ body: { code: 'validation-failed' } })
})

test('a key is kept for 24 hours', async () => {
  const key = newKey()
  const user = newUser()
  await create(user, key)
  service.clock.advance(24 * 3_600_000 - 1)
  expect(await create(user, key)).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
  service.clock.advance(2)
  expect(await create(user, key)).toMatchObject({ status: 409, body: { code: 'email-taken' } })
})

test.each(['', 'é', 'a\tb', 'a'.repeat(256)])('the key %j is 400', async (key) => {
  expect(await create(newUser(), { 'idempotency-key': key })).toMatchObject({
    status: 400,
    body: {
      code: 'invalid-parameters',
      errors: [
        {
          field: 'Idempotency-Key',
          code: 'invalid-format',
          message: 'must be 1 to 255 printable ASCII characters',
        },
      ],
    },
  })
})

test('a key in two lines is refused, rather than read as one', async () => {
  const { secret } = await admin.sdk.apiKeys.create({ name: 'Raw', role: 'admin', scopes: ['write:users'] })
  const content = JSON.stringify(newUser())
  const lines = [`X-API-Key: ${secret}`, 'Content-Type: application/json', `Content-Length: ${content.length}`]
  const keys = ['Idempotency-Key: a', 'idempotency-key: b', 'Connection: close']
  const head = ['POST /v1/users HTTP/1.1', 'Host: roster.test', ...lines, ...keys].join('\r\n')
  const answer = await sendRaw(await listen(service.app), `${head}\r\n\r\n${content}`)
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'invalid-parameters',
    errors: [{ field: 'Idempotency-Key', code: 'repeated', message: 'must be given once' }],
  })
})

test.each(['k', 'a'.repeat(255), 'it\'s "a" key; really, {one}'])('the key %j is taken', async (key) => {
  expect(await create(newUser(), { 'idempotency-key': key })).toMatchObject({ status: 201 })
})

test('methods that can be repeated anyway need no key', async () => {
  const { body } = await create(newUser())
  const bad = { 'idempotency-key': '' }
  expect(await admin.rest(`PUT /v1/users/${body.id}`, newUser(), bad)).toMatchObject({ status: 200 })
  expect(await admin.rest(`DELETE /v1/users/${body.id}`, undefined, bad)).toMatchObject({ status: 204 })
})

test('a failure of ours is not kept: the request can be repeated, and leaves nothing behind', async () => {
  const { database } = service
  const key = newKey()
  const user = newUser()
  await database.query({ text: 'alter table events rename to events_away' })
  expect(await create(user, key)).toMatchObject({ status: 500, body: { code: 'internal' } })
  await database.query({ text: 'alter table events_away rename to events' })
  expect(await create(user, key)).toMatchObject({ status: 201 })
})

test('what is kept cannot be read in the table', async () => {
  const key = newKey()
  const scopes = ['read:users']
  const { body } = await admin.rest('POST /v1/api-keys', { name: 'Secretive', role: 'admin', scopes }, key)
  const rows = await service.database.query({ text: 'select * from idempotency_keys' })
  const texts = JSON.stringify(rows)
  const decoded = rows.map((row: any) => Buffer.from(row.answer, 'base64').toString('latin1')).join()
  for (const secret of [body.secret, body.id, 'Secretive', key['idempotency-key']]) {
    expect(texts).not.toContain(secret)
    expect(decoded).not.toContain(secret)
  }
})

test('twenty requests at once with one key have one effect', async () => {
  const key = newKey()
  const user = newUser()
  const before = await total()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(user, key)))
  const first = answers.find(({ status, headers }) => status === 201 && !headers['idempotent-replayed'])!
  const others = answers.filter(({ status }) => status !== 201)
  const waited = { status: 409, headers: { 'retry-after': '1' }, body: { code: 'idempotency-in-progress' } }
  for (const answer of others) expect(answer).toMatchObject(waited)
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id))).toEqual(
    new Set([first.body.id]),
  )
  expect(await total()).toBe(before + 1)
})

describe.skipIf(!onPostgres)('on a server', () => {
  /** Holds the users table, so that writes wait in the middle. */
  async function holdingUsers<Result>(run: () => Promise<Result>): Promise<Result> {
    const transaction = service.database.transaction()
    await transaction.query({ text: 'lock table users in exclusive mode' })
    try {
      return await run()
    } finally {
      await transaction.rollback()
    }
  }

  test('while the first request is at work, another is 409 with Retry-After', async () => {
    const key = newKey()
    const user = newUser()
    const first = await holdingUsers(async () => {
      const pending = create(user, key)
      await untilWaiting(service.database)
      expect(await create(user, key)).toMatchObject({
        status: 409,
        headers: { 'retry-after': '1' },
        body: { code: 'idempotency-in-progress' },
      })
      return { pending }
    })
    expect(await first.pending).toMatchObject({ status: 201 })
    expect(await create(user, key)).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
  })

  test('a connection lost before the commit leaves neither effect nor key', async () => {
    const key = newKey()
    const user = newUser()
    const before = await total()
    const { pending } = await holdingUsers(async () => {
      const lost = create(user, key)
      await service.database.query({ text: 'select pg_terminate_backend($1)' }, await untilWaiting(service.database))
      return { pending: lost }
    })
    expect(await pending).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await total()).toBe(before)
    expect(await create(user, key)).toMatchObject({ status: 201 })
    expect(await create(user, key)).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    expect(await total()).toBe(before + 1)
  })
})
