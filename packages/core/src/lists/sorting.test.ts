import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import type { UserRecord } from '@roster/test/records'

const NAMES = ['Zoë', 'ada', 'Ada', 'Émile', 'Bob', 'Ada', "O'Hara"]
const SORTS = ['created_at', 'name', 'email', 'id'] as const
const ORDERS = ['asc', 'desc'] as const
const combinations = SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order] as const))

type Sort = (typeof SORTS)[number]
type Order = (typeof ORDERS)[number]

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The same order, worked out here: by code points, ties by identifier, both in the direction of `order`. */
function sorted(users: UserRecord[], sort: Sort, order: Order): UserRecord[] {
  const ascending = users.toSorted((a, b) => compare(a[sort], b[sort]) || compare(a.id, b.id))
  return order === 'asc' ? ascending : ascending.toReversed()
}

describe.each(PROTOCOLS)('users.list over %s', (protocol) => {
  let service: Service
  let list: (query: object) => Promise<{ status: number; body: any }>
  const users: UserRecord[] = []
  beforeAll(async () => {
    service = await startService()
    const admin: Call = over(protocol, service.admin)
    list = (query) => admin('users.list', query)
    for (let batch = 0; batch < 4; batch++) {
      const members = NAMES.map((name, nth) => ({
        name,
        email: `${(nth * 5) % 7}.${batch}@example.com`,
        role: 'viewer',
      }))
      users.push(...(await admin('users.createMany', { users: members })).body.data)
      service.clock.advance(1)
    }
  })
  afterAll(() => service.stop())

  test.each(combinations)('by number sorts by %s %s, ties by id', async (sort, order) => {
    const expected = sorted(users, sort, order)
    const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, order, limit: 11, page })))
    expect(pages.flatMap(({ body }) => body.data)).toEqual(expected)
    expect(pages.map(({ body }) => body.pagination)).toEqual(
      [1, 2, 3].map((page) => ({ page, limit: 11, total: 28, total_pages: 3 })),
    )
  })

  test.each(combinations)('by cursor sorts by %s %s, ties by id', async (sort, order) => {
    const read: UserRecord[] = []
    const pages: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await list({ sort, order, limit: 9, cursor })
      expect(status).toBe(200)
      read.push(...body.data)
      pages.push([body.data.length, body.has_more, body.next_cursor !== null])
      cursor = body.next_cursor
    }
    expect(read).toEqual(sorted(users, sort, order))
    expect(pages).toEqual([
      [9, true, true],
      [9, true, true],
      [9, true, true],
      [1, false, false],
    ])
  })

  test('without parameters it answers the newest 20, by number', async () => {
    const { body } = await list({})
    expect(body).toEqual({
      data: sorted(users, 'created_at', 'desc').slice(0, 20),
      pagination: { page: 1, limit: 20, total: 28, total_pages: 2 },
    })
  })

  test('with an empty cursor it answers the newest 20, by cursor', async () => {
    const { body } = await list({ cursor: '' })
    expect(body).toEqual({
      data: sorted(users, 'created_at', 'desc').slice(0, 20),
      next_cursor: expect.any(String),
      has_more: true,
    })
  })

  test('a page that is just full is the last one', async () => {
    const first = await list({ cursor: '', limit: 14 })
    const second = await list({ cursor: first.body.next_cursor, limit: 14 })
    expect(second.body).toMatchObject({ next_cursor: null, has_more: false })
    expect(second.body.data).toHaveLength(14)
  })

  test('past the last page it answers no records', async () => {
    expect(await list({ page: 1_000, limit: 100 })).toEqual({
      status: 200,
      body: { data: [], pagination: { page: 1_000, limit: 100, total: 28, total_pages: 1 } },
    })
  })

  test('an empty list has no pages', async () => {
    const filter = { role: 'admin' }
    expect((await list(filter)).body).toEqual({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, total_pages: 0 },
    })
    expect((await list({ ...filter, cursor: '' })).body).toEqual({ data: [], next_cursor: null, has_more: false })
  })
})
