import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { onPostgres } from '../support/database.ts'
import { literal, looked, nodesOf, type PlanNode } from '../support/plans.ts'
import { type Service, startService } from '../support/service.ts'

const USERS = 100_000

/**
 * Every name and address differs, one user in twenty is an administrator. Nothing rare is met by luck: those called Needle, those
 * with a `.qz` in their address and the suspended are the oldest and have the first names and addresses.
 */
const fill = {
  text: `
    insert into "users" (id, name, email, role, status, version, created_at, updated_at, email_key, search)
    select 'usr_' || lpad(n::text, 26, '0'), name, email, case when n % 20 = 0 then 'admin' else 'viewer' end,
      case when n <= 2000 then 'suspended' else 'active' end, 1, created_at, created_at, email, lower(name) || chr(10) || email
    from (
      select n, given || ' ' || family as name, timestamptz '2025-01-01' + n * interval '1 minute' as created_at,
        lower(given) || '.' || lower(family) || n || case when n < 30 then '.qz' else '' end || '@example.com' as email
      from generate_series(1, ${USERS}) n,
        lateral (select case when n <= 2000 then 'Ada' else (array['Grace', 'Linus', 'Olga', 'Yuki', 'Zoe'])[1 + n / 20 % 5] end as given) as a,
        lateral (select case when n < 50 then 'Needle' else initcap(substr(md5(n::text), 1, 6)) end as family) as b
    ) as people`,
}

const order = {
  text: `
    insert into "orders" (id, user_id, number, status, currency, total_amount, items, version, created_at, updated_at)
    select 'ord_' || lpad(n::text, 26, '0'), 'usr_' || lpad((n % 2000 + 1)::text, 26, '0'), 'ORD-' || n, 'paid', 'EUR', n, '[]', 1, created_at, created_at
    from generate_series(1, 50000) n, lateral (select timestamptz '2025-06-01' + n * interval '1 minute' as created_at) as a`,
}

describe.skipIf(!onPostgres)(`with ${USERS} users (needs PostgreSQL: set DATABASE_URL)`, () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
    for (const statement of [fill, order]) await service.database.query(statement)
    for (const table of ['users', 'orders']) await service.database.query({ text: `vacuum analyze "${table}"` })
  })
  afterAll(() => service.stop())

  /** The plan of a statement; of a prepared one after so many executions that one plan is kept for all values, if it is ever. */
  async function planOf(...[{ name, text }, values = []]: Parameters<Service['database']['query']>): Promise<PlanNode> {
    const transaction = service.database.transaction()
    const explained = async (statement: string, given?: readonly unknown[]) => {
      const explanation = { text: `explain (analyze, format json) ${statement}` }
      const [row] = await transaction.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explanation, given)
      return row!['QUERY PLAN'][0].Plan
    }
    try {
      if (name === undefined) return await explained(text, values)
      await transaction.query({ text: `prepare list as ${text}` })
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
      const execution = `execute list${given}`
      for (let nth = 0; nth < 7; nth++) await transaction.query({ text: execution })
      const plan = await explained(execution)
      await transaction.query({ text: 'deallocate list' })
      return plan
    } finally {
      await transaction.rollback()
    }
  }

  /** Sends a request and explains the statements that read the list. */
  async function explain(request: string) {
    const query = vi.spyOn(service.database.reads, 'query')
    const { status, body } = await service.admin.rest(request)
    const calls = query.mock.calls.filter(
      ([{ name, text }]) => name !== 'users by ids' && /from .*"(users|orders)"/.test(text),
    )
    query.mockRestore()
    expect(status).toBe(200)
    const nodes: PlanNode[] = []
    for (const [statement, values] of calls) nodes.push(...nodesOf(await planOf(statement, values)))
    const scans = nodes.filter((node) => node['Relation Name'])
    return {
      body,
      types: new Set(scans.map((node) => node['Node Type'])),
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].sort(),
      /** Most entries that one scan looked at. */
      looked: Math.max(...scans.map(looked)),
      sorted: Math.max(
        0,
        ...nodes.filter((node) => node['Node Type'] === 'Sort').map((node) => looked(node.Plans![0]!)),
      ),
      heapFetches: nodes.reduce((sum, node) => sum + (node['Heap Fetches'] ?? 0), 0),
    }
  }

  const orders = ['asc', 'desc'] as const
  const indexes = {
    created_at: 'users_by_created_at',
    name: 'users_by_name',
    email: 'users_by_email',
    id: 'users_pkey',
  }
  const sorts = (['created_at', 'name', 'email', 'id'] as const).flatMap((sort) =>
    orders.map((direction) => [sort, direction, indexes[sort]] as const),
  )

  test.each(sorts)(
    'by %s %s, the first and the hundredth page read only what they show',
    async (sort, direction, index) => {
      let page = await service.admin.sdk.users.list({ sort, order: direction, limit: 20 })
      for (let nth = 2; nth < 100; nth++) page = (await page.nextPage())!
      for (const cursor of ['', page.next_cursor]) {
        const plan = await explain(`GET /v1/users?sort=${sort}&order=${direction}&limit=20&cursor=${cursor}`)
        expect(plan).toMatchObject({ indexes: [index], looked: 21 })
        expect(plan.sorted).toBeLessThanOrEqual(cursor === '' ? 0 : 21)
        expect(plan.types).toEqual(new Set(['Index Scan']))
      }
    },
  )

  test.each(['created_at', 'name', 'email'] as const)(
    'by %s, a page far down skips in the index alone',
    async (sort) => {
      const plan = await explain(`GET /v1/users?sort=${sort}&page=900&limit=100`)
      expect(plan.types).toEqual(new Set(['Index Only Scan', 'Index Scan']))
      expect(plan).toMatchObject({ heapFetches: 0, sorted: 100 })
      expect(plan.indexes).toEqual([indexes[sort], 'users_by_role', 'users_pkey'].sort())
    },
  )

  test.each(['', 'role=admin', 'role=viewer', 'status=active', 'role=viewer&status=active'])(
    'the total of "%s" is counted in an index alone',
    async (filter) => {
      const plan = await explain(`GET /v1/users?${filter}`)
      expect(plan.types).toEqual(new Set(['Index Only Scan', 'Index Scan']))
      expect(plan).toMatchObject({ indexes: ['users_by_created_at', 'users_by_role'], heapFetches: 0, sorted: 0 })
    },
  )

  test.each(sorts)('by %s %s, a common value or word is met on a short walk', async (sort, direction, index) => {
    for (const filter of ['role=viewer', 'search=example', 'search=om', 'search=a%203']) {
      const plan = await explain(`GET /v1/users?${filter}&sort=${sort}&order=${direction}&cursor=`)
      expect(plan.body.data).toHaveLength(20)
      expect(plan).toMatchObject({ indexes: [index], sorted: 0 })
      expect(plan.looked).toBeLessThanOrEqual(2_100)
    }
  })

  const rare = [
    ['search=needle', 49, 'users_by_search'],
    ['search=needle%20ada', 49, 'users_by_search'],
    ['search=qz', 29, 'users_by_search'],
    ['search=.q', 29, 'users_by_search'],
    ['search=777@', 100, 'users_by_search'],
    ['search=nowhere', 0, 'users_by_search'],
    ['search=%25_%27', 0, 'users_by_search'],
    ['status=suspended', 2_000, 'users_by_role'],
    ['status=suspended&role=admin', 100, 'users_by_role'],
    ['status=suspended&search=needle', 49, 'users_by_search'],
  ] as const

  test.each(rare)(
    '"%s" is found by an index where the walk meets too few, in every order',
    async (filter, matches, index) => {
      for (const [sort, , along] of sorts.filter(([, direction]) => direction === 'desc')) {
        const plan = await explain(`GET /v1/users?${filter}&sort=${sort}&cursor=`)
        expect(plan.body.data).toHaveLength(Math.min(matches, 20))
        expect(plan.indexes).toEqual([along, index].sort())
        expect(plan.types).not.toContain('Seq Scan')
        expect(plan.looked).toBeLessThanOrEqual(2_100)
        expect(plan.sorted).toBe(matches)
      }
    },
  )

  test('pages of a search are the same whether walked, found or counted', async () => {
    const all = await service.database.query<{ id: string }>({
      text: `select "id" from "users" where "search" like '%ada%' and "search" like '%77%' order by "name", "id"`,
    })
    const query = { search: 'ADA 77', sort: 'name', order: 'asc', limit: 20 } as const
    const byCursor: string[] = []
    for await (const { id } of service.admin.sdk.users.list(query)) byCursor.push(id)
    const byPage: string[] = []
    for (let page = 1, total = 1; byPage.length < total; page++) {
      const { body } = await service.admin.rest(
        `GET /v1/users?search=ADA%2077&sort=name&order=asc&limit=20&page=${page}`,
      )
      byPage.push(...body.data.map((user: { id: string }) => user.id))
      expect(body.pagination.total).toBe(all.length)
      total = body.pagination.total
    }
    expect(byCursor).toEqual(all.map(({ id }) => id))
    expect(byPage).toEqual(byCursor)
  })

  test('the orders of a user are read by the index of its orders', async () => {
    const user = `usr_${'1'.padStart(26, '0')}`
    for (const sort of ['created_at', 'number', 'total_amount', 'id']) {
      const plan = await explain(`GET /v1/users/${user}/orders?sort=${sort}&status=paid`)
      expect(plan.indexes).toEqual(['orders_by_user'])
      expect(plan.looked).toBeLessThanOrEqual(25)
    }
  })
})
