import { defineEntity, p } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { entities } from '@roster/api'
import { newOrder, newUser, OrderEntity, User, UserEntity } from '@roster/test/records'
import { EventEntity } from '../event-log/event.entity.ts'
import { Topic } from './announcements.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { insertStatement, numberedBy, requireNotNumbered } from './insert.ts'
import { lockById } from './lock.ts'

const NOW = '2026-11-21T09:30:00.000Z'
const names = { text: 'select name from users order by name' }
const make = (name: string, address = name) =>
  newUser({ name, email: `${address.toLowerCase()}@example.com`, role: 'viewer', status: 'active' }, NOW)
const event = (id: string) => ({ id, event: 'user.created', user_id: null, data: {}, created_at: NOW })

let copy: TestDatabase
let database: Database
beforeEach(async () => {
  copy = await copyDatabase()
  database = copy.database
})
afterEach(() => copy.drop())

const stored = async () => (await database.query<{ name: string }>(names)).map(({ name }) => name)

test('what was inserted is there after the commit, and not before', async () => {
  const transaction = database.transaction()
  transaction.insert(UserEntity, make('Ada'))
  transaction.insert(UserEntity, make('Bob'), make('Cleo'))
  expect(await stored()).toEqual([])
  await transaction.commit()
  expect(await stored()).toEqual(['Ada', 'Bob', 'Cleo'])
})

test('rows are added in the order of their unique columns, so that overlapping changes wait in one direction only', async () => {
  const transaction = database.transaction()
  transaction.insert(UserEntity, make('Cleo'), make('Ada'), make('Bob'))
  await transaction.commit()
  const asAdded = { text: 'select name from users order by ctid' }
  expect(await database.query(asAdded)).toEqual([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cleo' }])
})

describe('a row that is added while another is there', () => {
  const order = ({ id }: { id: string }) =>
    newOrder(
      { user_id: id, currency: 'EUR', items: [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 1 }] },
      Date.parse(NOW),
    )
  const add = async (user: { id: string }) => {
    const transaction = database.transaction()
    transaction.insert(OrderEntity, order(user))
    await transaction.commit()
  }

  test('is refused once that is deleted, and so is one of what never was', async () => {
    const [ada, bob] = [make('Ada'), make('Bob')]
    const transaction = database.transaction()
    transaction.insert(UserEntity, ada, { ...bob, deleted_at: NOW })
    await transaction.commit()
    const [there, deleted, unknown] = await Promise.allSettled([add(ada), add(bob), add(make('Cleo'))])
    expect(there).toMatchObject({ status: 'fulfilled' })
    const refused = { status: 'rejected', reason: { code: '23502', table: 'orders', column: 'user_id' } }
    expect([deleted, unknown]).toMatchObject([refused, refused])
    expect(await database.query({ text: 'select user_id from orders' })).toEqual([{ user_id: ada.id }])
  })

  test('may be added in one transaction with it, after a flush', async () => {
    const ada = make('Ada')
    const transaction = database.transaction()
    transaction.insert(UserEntity, ada)
    await transaction.flush()
    transaction.insert(OrderEntity, order(ada))
    await transaction.commit()
    expect(await database.query({ text: 'select user_id from orders' })).toEqual([{ user_id: ada.id }])
  })
})

test('statements for many tables are told apart by what PostgreSQL reads of their names: 63 bytes', () => {
  const metadata = database.orm.getMetadata()
  const statements = [entities.slice(0, -1), entities].map((tables) => insertStatement(metadata, tables).name!)
  const [one, other] = statements.map((name) => Buffer.from(name).subarray(0, 63).toString())
  expect(one).not.toBe(other)
})

test('rows of several tables are committed together, or none of them', async () => {
  const transaction = database.transaction()
  transaction.insert(UserEntity, make('Ada'))
  transaction.insert(EventEntity, event('evt_1'), event('evt_1'))
  await expect(transaction.commit()).rejects.toMatchObject({ constraint: 'events_pkey' })
  await transaction.rollback()
  expect(await stored()).toEqual([])
})

/** Waits until a statement has waited for a lock for longer than a group has patience. */
const untilItWaits = () => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and clock_timestamp() - query_start > interval '50 ms'`
  return expect.poll(() => database.query({ text })).toHaveLength(1)
}

test.runIf(onPostgres)(
  'an event takes its turn after the wait for what it tells of, whichever was added first',
  async () => {
    const [before, after] = [database.transaction(), database.transaction()]
    before.insert(UserEntity, { ...make('Ada'), email: 'one@example.com' })
    await before.flush()
    after.insert(EventEntity, event('evt_after'))
    after.insert(UserEntity, { ...make('Ada'), email: 'one@example.com' })
    const done = after.commit()
    await untilItWaits()
    before.insert(EventEntity, event('evt_before'))
    await before.flush()
    await before.query({ text: `delete from users` })
    await before.commit()
    await done
    expect(await database.query({ text: 'select id from events order by turn' })).toEqual([
      { id: 'evt_before' },
      { id: 'evt_after' },
    ])
  },
)

test('an integer that is a primary key is given where it says so, and else the database numbers rows by it', () => {
  const Year = defineEntity({
    name: 'Year',
    properties: { year: p.integer().primary().autoincrement(false), title: p.text() },
  })
  const Ticket = defineEntity({ name: 'Ticket', properties: { number: p.integer().primary(), title: p.text() } })
  const metadata = new MikroORM({ dbName: 'any', entities: [Year, Ticket] }).getMetadata()
  expect(insertStatement(metadata, [Year]).text).toContain('insert into "year" ("year", "title")')
  expect(insertStatement(metadata, [Ticket]).text).toContain('insert into "ticket" ("title")')
  const add = (row: object) => requireNotNumbered(numberedBy(metadata, Ticket), Ticket, [{ title: 'A' }, { ...row }])
  expect(() => add({ title: 'B' })).not.toThrow()
  expect(() => add({ number: 1, title: 'B' })).toThrow(
    'The database numbers Ticket.number. Leave it out of the row, or declare it with autoincrement(false).',
  )
})

test('a column with a default has what a row says, and its default where that says nothing', async () => {
  const Draft = defineEntity({
    name: 'Draft',
    properties: {
      id: p.text().primary(),
      status: p.text().default('draft'),
      made_at: p.text().strictNullable().defaultRaw(`'today'`),
    },
  })
  const { text } = insertStatement(new MikroORM({ dbName: 'any', entities: [Draft] }).getMetadata(), [Draft])
  await database.query({ text: `create table draft (id text, status text not null, made_at text)` })
  const rows = [{ id: '1' }, { id: '2', status: 'sent', made_at: 'then' }, { id: '3', status: null, made_at: null }]
  await database.query({ text }, [JSON.stringify(rows)])
  expect(await database.query({ text: 'select * from draft order by id' })).toEqual([
    { id: '1', status: 'draft', made_at: 'today' },
    { id: '2', status: 'sent', made_at: 'then' },
    { id: '3', status: 'draft', made_at: 'today' },
  ])
})

test('a statement inside sees what the transaction did before, and takes part in it', async () => {
  const transaction = database.transaction()
  await transaction.query({ text: `update users set name = 'X'` })
  const row = make('Ada')
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  await transaction.query(
    { text: `insert into users (${columns.join()}) values (${values.join()})` },
    Object.values(row),
  )
  expect(await transaction.query(names)).toEqual([{ name: 'Ada' }])
  await transaction.rollback()
  expect(await stored()).toEqual([])
})

test('statements that are sent at once run on the one transaction', async () => {
  const transaction = database.transaction()
  const id = { text: 'select pg_current_xact_id()::text as id' }
  const rows = await Promise.all([1, 2, 3].map(() => transaction.query<{ id: string }>(id)))
  expect(new Set(rows.map(([row]) => row!.id)).size).toBe(1)
  await transaction.rollback()
})

test('a loaded record that changed, inserted rows and statements are one commit', async () => {
  const first = database.transaction()
  const ada = make('Ada')
  first.insert(UserEntity, ada)
  await first.commit()

  const second = database.transaction()
  const user = await lockById(second, User, ada.id)
  user!.change({ name: 'Grace' }, NOW)
  second.insert(UserEntity, make('Bob'))
  await second.query({ text: 'select 1' })
  await second.commit()
  expect(await stored()).toEqual(['Bob', 'Grace'])
})

test('an event is numbered after the row that it is about is added, whichever the change names first', async () => {
  await database.query({ text: 'create table added (id int generated always as identity, "table" text)' })
  await database.query({
    text: `create function note_added() returns trigger language plpgsql as
      $body$ begin insert into added ("table") values (tg_table_name); return new; end $body$`,
  })
  for (const table of ['users', 'events'])
    await database.query({
      text: `create trigger note_added before insert on ${table} for each row execute function note_added()`,
    })
  const transaction = database.transaction()
  transaction.insert(EventEntity, event('evt_1'))
  transaction.insert(UserEntity, make('Ada'))
  await transaction.commit()
  const text = 'select "table" from added order by id'
  expect(await database.query({ text })).toEqual([{ table: 'users' }, { table: 'events' }])
})

test('a rollback takes back a changed record and the inserted rows', async () => {
  const first = database.transaction()
  const ada = make('Ada')
  first.insert(UserEntity, ada)
  await first.commit()

  const second = database.transaction()
  const user = await lockById(second, User, ada.id)
  user!.change({ name: 'Grace' }, NOW)
  second.insert(UserEntity, make('Bob'))
  await second.rollback()
  expect(await stored()).toEqual(['Ada'])
})

test('what was announced is told after the commit, without the parts that were taken back, and never after a rollback', async () => {
  const named = new Topic<string>('named')
  const told: string[] = []
  const ignore = database.on(named, (name) => told.push(name))
  const transaction = database.transaction()
  transaction.announce(named, 'Ada')
  const part = transaction.nested(async () => {
    transaction.announce(named, 'Bob')
    throw new Error('no Bob')
  })
  await expect(part).rejects.toThrow('no Bob')
  expect(told).toEqual([])
  await transaction.commit()
  const other = database.transaction()
  other.announce(named, 'Cleo')
  await other.rollback()
  ignore()
  const unheard = database.transaction()
  unheard.announce(named, 'Dora')
  await unheard.commit()
  expect(told).toEqual(['Ada'])
})

test('what a commit that failed has announced is told to nobody', async () => {
  const named = new Topic<string>('named')
  const told: string[] = []
  const ignore = database.on(named, (name) => told.push(name))
  const transaction = database.transaction()
  transaction.insert(EventEntity, event('evt_1'), event('evt_1'))
  transaction.announce(named, 'Ada')
  await expect(transaction.commit()).rejects.toMatchObject({ constraint: 'events_pkey' })
  await transaction.rollback()
  ignore()
  expect(told).toEqual([])
})

test('a transaction that did nothing can be committed and rolled back', async () => {
  await database.transaction().commit()
  await database.transaction().rollback()
  expect(await stored()).toEqual([])
})

test.runIf(onPostgres)(
  'each statement sees what was committed before it, whatever the session begins with',
  async () => {
    const { url, directUrl } = copy
    const session = await openDatabase(
      { url: url!, directUrl: directUrl! },
      { name: 'roster', entities, connections: 1 },
    )
    onTestFinished(() => session.close())
    await session.query({ text: `set default_transaction_isolation = 'repeatable read'` })
    const transaction = session.transaction()
    const read = async () =>
      (await transaction.query<{ name: string }>({ text: 'select name from users' })).map(({ name }) => name)
    expect(await read()).toEqual([])
    const other = database.transaction()
    other.insert(UserEntity, newUser({ name: 'Ada', email: 'ada@example.com', role: 'viewer', status: 'active' }, NOW))
    await other.commit()
    expect(await read()).toEqual(['Ada'])
    await transaction.rollback()
  },
)

describe.skipIf(onPostgres)('on the one connection of the embedded database', () => {
  test('a statement from outside waits for an open transaction, and no longer', async () => {
    const transaction = database.transaction()
    transaction.insert(UserEntity, make('Ada'))
    await transaction.entities()
    let answered = false
    const outside = stored().finally(() => (answered = true))
    expect(await transaction.query(names)).toEqual([])
    expect(answered).toBe(false)
    await transaction.commit()
    expect(await outside).toEqual(['Ada'])
  })

  test('transactions that are opened at once run one after another, and none waits for ever', async () => {
    const run = async (name: string) => {
      const transaction = database.transaction()
      await transaction.query({ text: 'select 1' })
      transaction.insert(UserEntity, make(name))
      await transaction.query({ text: 'select 2' })
      await transaction.commit()
    }
    await Promise.all(['Ada', 'Bob', 'Cleo', 'Dora'].map(run))
    expect(await stored()).toEqual(['Ada', 'Bob', 'Cleo', 'Dora'])
  })

  test('a transaction that fails lets the next one in', async () => {
    const failing = database.transaction()
    await expect(failing.query({ text: 'select 1 / 0' })).rejects.toThrow('division by zero')
    const waiting = stored()
    await failing.rollback()
    expect(await waiting).toEqual([])
  })
})
