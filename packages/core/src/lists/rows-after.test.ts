import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { existingUsers, newUser, UserEntity } from '@roster/test/records'
import { Conditions } from '../data/conditions.ts'
import { rowsAfter } from './rows-after.ts'
import type { Stretch } from './selection.ts'

const START = Date.UTC(2026, 0, 1)
const ROLES = ['admin', 'viewer'] as const

let copy: TestDatabase
let users: ReturnType<typeof newUser>[]
beforeAll(async () => {
  copy = await copyDatabase()
  const transaction = copy.database.transaction()
  users = Array.from({ length: 40 }, (_, nth) => {
    // Two of them share each name, and four each instant.
    const input = {
      name: `User ${nth % 20}`,
      email: `${nth}@example.com`,
      role: ROLES[nth % 2]!,
      status: 'active',
    } as const
    // Numbers of different lengths: as texts they would stand in another order.
    return { ...newUser(input, new Date(START + (nth % 10)).toISOString()), version: 1 + 90 * (nth % 15) }
  })
  for (const user of users) transaction.insert(UserEntity, user)
  await transaction.commit()
})
afterAll(() => copy.drop())
afterEach(() => vi.restoreAllMocks())

type Sort = 'created_at' | 'name' | 'id' | 'version'

const columns = ['id', 'name', 'created_at', 'version']
const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
const shown = ({ id, name, created_at, version }: (typeof users)[number]) => ({ id, name, created_at, version })

/** All users in an order, as the list is to show them. */
function inOrder(sort: Sort, order: Stretch['order']) {
  const ascending = users.toSorted((a, b) => compare(a[sort], b[sort]) || compare(a.id, b.id)).map(shown)
  return order === 'asc' ? ascending : ascending.toReversed()
}

interface Asked {
  sort?: Sort
  order?: Stretch['order']
  limit?: number
  where?: ReturnType<typeof existingUsers>
}

function after(record: ReturnType<typeof shown>, asked: Asked = {}) {
  const { sort = 'created_at', order = 'asc', limit = 3, where = existingUsers(null) } = asked
  const selection = { table: 'users', columns, where }
  return rowsAfter(
    copy.database,
    selection,
    { sort, order, limit, offset: 0 },
    { value: String(record[sort]), id: record.id },
  )
}

const spied = () => vi.spyOn(copy.database.reads, 'query')

test.each([
  ['created_at', 'asc'],
  ['created_at', 'desc'],
  ['name', 'asc'],
  ['name', 'desc'],
  ['id', 'asc'],
  ['id', 'desc'],
  ['version', 'asc'],
  ['version', 'desc'],
] as const)('by %s %s, each of several callers reads what follows its position, in order', async (sort, order) => {
  const all = inOrder(sort, order)
  const query = spied()
  const stretches = await Promise.all(all.slice(-16).map((record) => after(record, { sort, order })))
  expect(stretches).toEqual(all.slice(-16).map((_, nth) => all.slice(25 + nth, 28 + nth)))
  expect(query).toHaveBeenCalledOnce()
})

test('one statement reads at most sixteen stretches', async () => {
  const all = inOrder('created_at', 'asc')
  const query = spied()
  const stretches = await Promise.all(all.map((record) => after(record)))
  expect(stretches).toEqual(all.map((_, nth) => all.slice(nth + 1, nth + 4)))
  expect(query).toHaveBeenCalledTimes(3)
})

test('callers at one position share its rows', async () => {
  const all = inOrder('created_at', 'asc')
  const query = spied()
  const [one, same] = await Promise.all([after(all[0]!), after(all[0]!)])
  expect(one).toEqual(all.slice(1, 4))
  expect(same).toBe(one)
  expect(query.mock.calls.map(([, values]) => values!.slice(-2))).toEqual([[[all[0]!.created_at], [all[0]!.id]]])
})

test('lists that differ in more than their positions share no statement', async () => {
  const all = inOrder('created_at', 'asc')
  const [first, second] = all
  const own = existingUsers(users[5]!.id)
  const query = spied()
  const stretches = await Promise.all([
    after(first!),
    after(second!, { limit: 2 }),
    after(second!, { where: own }),
    after(second!, { order: 'desc' }),
  ])
  expect(stretches).toEqual([all.slice(1, 4), all.slice(2, 4), [shown(users[5]!)], all.slice(0, 1)])
  expect(query).toHaveBeenCalledTimes(4)
})

test('a statement that fails fails those who share it alone', async () => {
  const [first, second] = users
  const broken = existingUsers(null).and(() => '1 / (version - 1) > 0')
  const results = await Promise.allSettled([after(first!), after(first!, { where: broken }), after(second!)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a statement that fails fails nobody who has another', async () => {
  const all = inOrder('created_at', 'asc')
  const { query } = copy.database.reads
  spied().mockRejectedValueOnce(new Error('lost')).mockImplementation(query)
  const results = await Promise.allSettled(all.slice(0, 17).map((record) => after(record)))
  expect(results.map(({ status }) => status)).toEqual([...Array(16).fill('rejected'), 'fulfilled'])
})

describe('positions of any type and form, in a table of any name', () => {
  const LABELS = ['', ' a', 'NULL', '{a,b}', '"q"', String.raw`back\slash`, 'two\nlines', "it's", ',', 'ü€😀']
  beforeAll(async () => {
    const { query } = copy.database
    await query({ text: `create type "mood" as enum ('low', 'so "so"', 'high')` })
    await query({
      text: `create table "position" ("id" text collate "C" primary key, "value" text collate "C" not null,
        "amount" numeric not null, "mood" "mood" not null, "day" date not null)`,
    })
    await query(
      {
        text: `insert into "position" select label, label, nth / 3.0, (enum_range(null::"mood"))[1 + nth % 3], date '2026-01-01' + nth::int / 2
          from unnest($1::text[]) with ordinality as labels (label, nth)`,
      },
      [LABELS],
    )
  })

  const places = ['id', 'value', 'amount', 'mood', 'day'] as const
  test.each(places.flatMap((sort) => (['asc', 'desc'] as const).map((order) => [sort, order] as const)))(
    'by %s %s, each is followed by the next ones',
    async (sort, order) => {
      const text = `select * from "position" order by "${sort}" ${order}, "id" ${order}`
      const all = await copy.database.query<Record<(typeof places)[number], unknown>>({ text })
      const selection = { table: 'position', columns: places, where: new Conditions('true') }
      const following = (record: (typeof all)[number]) =>
        rowsAfter(
          copy.database,
          selection,
          { sort, order, limit: 2, offset: 0 },
          { value: String(record[sort]), id: String(record.id) },
        )
      expect(await Promise.all(all.map(following))).toEqual(all.map((_, nth) => all.slice(nth + 1, nth + 3)))
    },
  )
})
