import type { Order, Roster } from '@roster/sdk'
import type { Caller } from '@roster/test/caller'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { forgetEvents, LIFETIME } from '../event-log/retention.ts'

interface Page {
  data: { id: string; event: string; cursor: string; data: { id: string } }[]
  next_cursor: string | null
  has_more: boolean
}

let service: Service
let admin: Roster
let ada: Caller & { id: string }
let order: Order
beforeAll(async () => {
  service = await startService()
  admin = service.admin.sdk
  ada = await service.viewer('Ada')
  const bob = await service.viewer('Bob')
  const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 5 }]
  order = await admin.orders.create(ada.id, { currency: 'EUR', items })
  await admin.users.update(bob.id, { status: 'suspended' })
  await admin.orders.update(ada.id, order.id, { status: 'cancelled' })
  await admin.users.delete(bob.id)
  await sequenceAll(service.database)
})
afterAll(() => service.stop())

const ALL = [
  'user.created',
  'api_key.created',
  'user.created',
  'api_key.created',
  'order.created',
  'user.suspended',
  'order.cancelled',
  'user.deleted',
]

const list = (query = '', caller: Caller = service.admin) =>
  caller.rest<Page & Record<string, any>>(`GET /v1/events${query}`)
const namesOf = ({ body }: { body: Page }) => body.data.map(({ event }) => event)

test('the log lists every committed change once, in order, oldest first', async () => {
  const answer = await list()
  expect(answer).toMatchObject({ status: 200, body: { next_cursor: null, has_more: false } })
  expect(namesOf(answer)).toEqual(ALL)
})

test('an event carries the record after the change, as the resource shows it; of a deletion the id alone', async () => {
  const { body } = await list()
  const { data: created, ...members } = body.data[0]!
  expect(members).toEqual({
    id: expect.toBeId('evt'),
    event: 'user.created',
    cursor: expect.stringMatching(/^[0-9a-f]{8}:1$/),
    created_at: '2026-11-21T09:30:00.000Z',
    api_version: '1',
    actor: { type: 'api_key', id: (await admin.me.get()).principal.id },
  })
  const user = await admin.users.get(ada.id)
  expect(created).toEqual(user)
  expect(Object.keys(created)).toEqual(Object.keys(user))
  expect(body.data[6]!.data).toEqual(await admin.orders.get(ada.id, order.id))
  expect(Object.keys(body.data[7]!.data)).toEqual(['id'])
})

test('pages read on after a cursor, to the end and without a gap', async () => {
  const pages: string[][] = []
  let after: string | null = ''
  let last: string | undefined
  while (after !== null) {
    const answer: { body: Page } = await list(`?limit=3&after=${after}`)
    pages.push(namesOf(answer))
    last = answer.body.data.at(-1)!.cursor
    expect(answer.body.has_more).toBe(answer.body.next_cursor !== null)
    after = answer.body.next_cursor
  }
  expect(pages).toEqual([ALL.slice(0, 3), ALL.slice(3, 6), ALL.slice(6)])
  expect((await list(`?after=${last}`)).body).toEqual({ data: [], next_cursor: null, has_more: false })
})

test('pages link to the first and the next one', async () => {
  const { body, headers } = await list('?limit=1&type=user.created')
  const page = `${BASE_URL}/v1/events?limit=1&type=user.created&after=`
  const next = page + encodeURIComponent(body.next_cursor!)
  expect(headers['link']).toBe(`<${page}>; rel="first", <${next}>; rel="next"`)
  expect((await list(next.slice(next.indexOf('?')))).headers['link']).toBe(`<${page}>; rel="first"`)
})

test.each(['type', 'types'])('%s takes a comma list of names', async (parameter) => {
  expect(namesOf(await list(`?${parameter}=user.deleted`))).toEqual(['user.deleted'])
  expect(namesOf(await list(`?${parameter}=order.created,user.deleted,export.failed,order.created`))).toEqual([
    'order.created',
    'user.deleted',
  ])
})

test.each([
  ['an unknown name', '?type=user.exploded', ['type unknown-event']],
  ['one of several', '?types=user.created,nothing', ['types unknown-event']],
  ['no name', '?type=', ['type unknown-event']],
  ['both spellings', '?type=user.created&types=user.created', ['types exclusive']],
  ['a cursor of a list', '?after=abc', ['after invalid-cursor']],
  ['a cursor that is too long', `?after=a:${'1'.repeat(31)}`, ['after invalid-cursor']],
  ['all of it', '?after=abc&type=nothing&limit=0', ['after invalid-cursor', 'type unknown-event', 'limit too-small']],
  ['a limit that is too high', '?limit=101', ['limit too-large']],
  ['a page', '?page=1', ['page unknown-parameter']],
])('%s: 400', async (_what, query, faults) => {
  const answer = await list(query)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
  expect(answer.body['errors'].map((one: { field: string; code: string }) => `${one.field} ${one.code}`)).toEqual(
    faults,
  )
})

test('a viewer sees the events of its own record and orders, and nothing else', async () => {
  const answer = await list('', ada)
  expect(namesOf(answer)).toEqual(['user.created', 'order.created', 'order.cancelled'])
  expect(answer.body.data.map(({ data }) => data.id)).toEqual([ada.id, order.id, order.id])
  expect(await list('?limit=2', ada)).toMatchObject({ body: { has_more: true } })
  expect(namesOf(await list('?type=order.cancelled,user.deleted', ada))).toEqual(['order.cancelled'])
})

test('events about records that the caller may not read are left out, and cannot be asked for', async () => {
  const orders = await service.caller({ scopes: ['read:events', 'read:orders'] })
  const answer = await list('', orders)
  expect([...new Set(namesOf(answer))].sort()).toEqual(['order.cancelled', 'order.created'])
  expect(namesOf(await list('', await service.caller({ scopes: ['read:events'] })))).toEqual([])
  for (const names of ['user.created', 'order.created,export.failed', 'api_key.created', 'webhook.test'])
    for (const parameter of ['type', 'types'])
      expect(await list(`?${parameter}=${names}`, orders)).toMatchObject({
        status: 403,
        body: { code: 'insufficient-scope' },
      })
})

test('without the scope read:events: 403', async () => {
  const caller = await service.caller({ scopes: ['read:users', 'manage:keys'] })
  expect(await list('', caller)).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
})

test('an event without a place is not listed yet', async () => {
  const before = (await list()).body
  await admin.users.create({ name: 'Eve', email: 'eve@example.com', role: 'viewer' })
  expect((await list()).body).toEqual(before)
})

describe('a cursor that the log cannot be read on from: 410', () => {
  const expired = { status: 410, body: { code: 'cursor-expired', title: 'Cursor expired' } }

  test('of another log, or from beyond the end', async () => {
    const { body } = await list()
    const [epoch] = body.data[0]!.cursor.split(':')
    expect(await list('?after=00000000:1')).toMatchObject(expired)
    expect(await list(`?after=${epoch}:1000000`)).toMatchObject(expired)
    expect(await service.admin.rpc('events.list', { after: '00000000:1' })).toMatchObject(expired)
  })

  test('from before the oldest that is kept, which the empty cursor starts with', async () => {
    const { body } = await list()
    const [epoch] = body.data[0]!.cursor.split(':')
    service.clock.advance(LIFETIME + 1)
    await admin.users.create({ name: 'New', email: 'new@example.com', role: 'viewer' })
    await sequenceAll(service.database)
    while (await forgetEvents(service.database, service.clock.now()));
    const [oldest] = (await list()).body.data
    expect(oldest).toMatchObject({ event: 'user.created', data: { name: 'New' } })
    const seq = Number(oldest!.cursor.split(':')[1])
    expect(await list(`?after=${epoch}:${seq - 2}`)).toMatchObject(expired)
    expect((await list(`?after=${epoch}:${seq - 1}`)).body.data).toEqual([oldest])
  })
})
