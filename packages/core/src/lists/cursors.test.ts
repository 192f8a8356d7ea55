import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'

const DAY = 24 * 60 * 60 * 1_000
const walk = { limit: 2, sort: 'name', order: 'asc', role: 'viewer', search: 'example' }
const order = { currency: 'EUR', items: [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }] }

describe.each(PROTOCOLS)('cursors over %s', (protocol) => {
  let service: Service
  let admin: Call
  let cursor: string
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
    const users = Array.from({ length: 9 }, (_, nth) => ({
      name: `N${nth}`,
      email: `n${nth}@example.com`,
      role: 'viewer',
    }))
    await admin('users.createMany', { users })
    cursor = (await admin('users.list', { ...walk, cursor: '' })).body.next_cursor
  })
  afterAll(() => service.stop())

  const names = (answer: { body: any }) => answer.body.data.map((user: { name: string }) => user.name)

  test('a cursor can be used more than once, with the same answer', async () => {
    const first = await admin('users.list', { ...walk, cursor })
    expect(names(first)).toEqual(['N2', 'N3'])
    expect(await admin('users.list', { ...walk, cursor })).toEqual(first)
  })

  test('limit and fields may change during a walk', async () => {
    const { body } = await admin('users.list', { ...walk, cursor, limit: 3, fields: 'name' })
    expect(body.data.map((user: object) => Object.keys(user))).toEqual([
      ['id', 'name'],
      ['id', 'name'],
      ['id', 'name'],
    ])
    expect(await admin('users.list', { ...walk, limit: 1, cursor: body.next_cursor })).toMatchObject({
      status: 200,
      body: { data: [{ name: 'N5' }] },
    })
  })

  test.each([
    ['another sort', { sort: 'email' }],
    ['another order', { order: 'desc' }],
    ['another filter', { role: 'admin' }],
    ['a filter more', { status: 'active' }],
    ['a filter less', { role: undefined }],
    ['another search', { search: 'example.com' }],
  ])('with %s a cursor is 400', async (_what, change) => {
    const query = Object.fromEntries(Object.entries({ ...walk, ...change }).filter(([, value]) => value !== undefined))
    const answer = await admin('users.list', { ...query, cursor })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
    expect(faultsOf(answer)).toEqual(['cursor invalid-cursor'])
  })

  test.each([
    ['cut', () => cursor.slice(0, -1)],
    ['extended', () => `${cursor}A`],
    ['changed in its signature', () => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
    ['changed in its content', () => cursor.slice(0, 30) + (cursor[30] === 'A' ? 'B' : 'A') + cursor.slice(31)],
    ['padded', () => `${cursor}=`],
    ['made up', () => 'AAAA'],
    ['no base64', () => '%%%'],
    ['a space', () => ' '],
  ])('a cursor that is %s is 400', async (_what, made) => {
    const answer = await admin('users.list', { ...walk, cursor: made() })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
    expect(faultsOf(answer)).toEqual(['cursor invalid-cursor'])
  })

  test("another caller's cursor is 400", async () => {
    const other = over(protocol, await service.caller({}))
    expect(faultsOf(await other('users.list', { ...walk, cursor }))).toEqual(['cursor invalid-cursor'])
  })

  test('the cursor of another path is 400', async () => {
    const { data } = (await admin('users.list', { limit: 2 })).body
    const [first, second] = data.map((user: { id: string }) => user.id)
    for (const user_id of [first, first, second]) await admin('orders.create', { user_id, ...order })
    const { body } = await admin('orders.list', { user_id: first, limit: 1, cursor: '' })
    const go = (name: string, input: object) => admin(name, { limit: 1, cursor: body.next_cursor, ...input })
    expect((await go('orders.list', { user_id: first })).status).toBe(200)
    expect(faultsOf(await go('orders.list', { user_id: second }))).toEqual(['cursor invalid-cursor'])
    expect(faultsOf(await go('users.list', {}))).toEqual(['cursor invalid-cursor'])
  })

  test('the cursor of a list is 400 in another one that takes the same parameters', async () => {
    for (const name of ['One', 'Two']) await admin('apiKeys.create', { name, role: 'admin', scopes: ['read:users'] })
    const { body } = await admin('apiKeys.list', { limit: 1, cursor: '' })
    const go = (name: string) => admin(name, { limit: 1, cursor: body.next_cursor })
    expect((await go('apiKeys.list')).status).toBe(200)
    expect(faultsOf(await go('webhookEndpoints.list'))).toEqual(['cursor invalid-cursor'])
  })

  test('a cursor goes on after the longest name there can be', async () => {
    const users = [1, 2].map((nth) => ({
      name: '\u{10FFFD}'.repeat(200),
      email: `long${nth}@example.com`,
      role: 'admin',
    }))
    await admin('users.createMany', { users })
    const query = { sort: 'name', role: 'admin', limit: 1 }
    const first = await admin('users.list', { ...query, cursor: '' })
    const second = await admin('users.list', { ...query, cursor: first.body.next_cursor })
    expect(second).toMatchObject({ status: 200, body: { data: [{ email: 'long1@example.com' }], has_more: false } })
  })

  test('a walk meets every record that stays, once, while others come and go', async () => {
    const query = { sort: 'name', order: 'asc', limit: 2, role: 'viewer' }
    const read: string[] = []
    let next: string | null = ''
    for (let step = 0; next !== null; step++) {
      const { body } = await admin('users.list', { ...query, cursor: next })
      read.push(...names({ body }))
      next = body.next_cursor
      const email = (name: string) => `${name}.${step}@example.com`
      await admin('users.create', { name: `A${step}`, email: email('before'), role: 'viewer' })
      if (step < 3) await admin('users.create', { name: `N${step * 2}b`, email: email('after'), role: 'viewer' })
      if (step === 1) await admin('users.delete', { user_id: body.data.at(-1).id })
    }
    expect(new Set(read).size).toBe(read.length)
    expect(read.filter((name) => /^N\d$/.test(name))).toEqual(['N0', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7', 'N8'])
  })

  test('a cursor works for 24 hours, then it is 400', async () => {
    service.clock.advance(DAY)
    expect((await admin('users.list', { ...walk, cursor })).status).toBe(200)
    service.clock.advance(1)
    expect(faultsOf(await admin('users.list', { ...walk, cursor }))).toEqual(['cursor invalid-cursor'])
  })
})
