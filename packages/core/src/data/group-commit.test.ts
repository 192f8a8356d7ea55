import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { newUser, UserEntity } from '@roster/test/records'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEvents } from '../event-log/events.fixture.ts'
import type { Database } from './database.ts'
import { groupCommit } from './group-commit.ts'
import type { Statement } from './statement.ts'

const NOW = '2026-11-21T09:30:00.000Z'

let copy: TestDatabase
let database: Database
beforeEach(async () => {
  copy = await copyDatabase()
  database = copy.database
})
afterEach(() => copy.drop())

const rows = <Row>(text: string) => database.query<Row>({ text })
const stored = async () =>
  (await rows<{ name: string }>('select name from users order by name')).map(({ name }) => name)
const makeUser = (name: string, address = name) =>
  newUser({ name, email: `${address.toLowerCase()}@example.com`, role: 'viewer', status: 'active' }, NOW)

/** Commits a user in a change of its own. */
async function add(name: string, address = name): Promise<string> {
  const transaction = database.transaction()
  transaction.insert(UserEntity, makeUser(name, address))
  await transaction.commit()
  return name
}

/** The events of each transaction, in the order of the transactions. */
async function transactions(): Promise<string[][]> {
  const text = `select array_agg(data->>'id' order by id) as names from events group by xid order by xid`
  return (await rows<{ names: string[] }>(text)).map(({ names }) => names)
}

/** How many events each transaction has, in order of size. */
const sizes = async () => (await transactions()).map((events) => events.length).toSorted((a, b) => a - b)

test('changes of one turn that only add rows to the same tables are one transaction, in the order they were made', async () => {
  await Promise.all([commitEvents(database, 'a', 'b'), add('Ada'), commitEvents(database, 'c')])
  await commitEvents(database, 'd')
  expect(await transactions()).toEqual([['a', 'b', 'c'], ['d']])
})

test('at most 100 changes are one transaction', async () => {
  const names = Array.from({ length: 101 }, (_, nth) => `e${nth}`)
  await Promise.all(names.map((name) => commitEvents(database, name)))
  expect(await sizes()).toEqual([1, 100])
})

test('a large change is joined by no other', async () => {
  const large = Array.from({ length: 500 }, (_, nth) => `large${nth}`)
  await Promise.all([commitEvents(database, 'a'), commitEvents(database, ...large), commitEvents(database, 'b')])
  expect(await sizes()).toEqual([2, 500])
})

const taken = { status: 'rejected', reason: { constraint: 'users_email_key_unique' } }

test('a change that breaks a constraint fails with its own error, and the others are committed', async () => {
  await add('Ada')
  const changes = [add('Bob'), add('Eve', 'ada'), add('Cleo'), add('Dora')]
  const committed = { status: 'fulfilled' }
  expect(await Promise.allSettled(changes)).toMatchObject([committed, taken, committed, committed])
  expect(await stored()).toEqual(['Ada', 'Bob', 'Cleo', 'Dora'])
})

test('a change whose values the database cannot keep fails by itself, and each half is sent once', async () => {
  let sent = 0
  const commit = answering((statement, values) => {
    sent++
    return database.query(statement, values)
  })
  const never = new Map([[UserEntity, JSON.stringify([{ ...makeUser('Eve'), created_at: '0000-01-01T00:00:00Z' }])]])
  const changes = ['Ada', 'Bob', 'Cleo'].map((name) => commit(additionOf(name)))
  const refused = { status: 'rejected', reason: { code: '22008' } }
  expect(await Promise.allSettled([...changes, commit(never)])).toMatchObject([{}, {}, {}, refused])
  expect(await stored()).toEqual(['Ada', 'Bob', 'Cleo'])
  expect(sent).toBe(5)
})

test('changes that wait for their group are counted, and those that are sent are not', async () => {
  const sending = Promise.withResolvers<never[]>()
  const commit = answering(() => sending.promise)
  const first = commit(additionOf('Ada'))
  await new Promise(setImmediate)
  const others = Array.from({ length: 250 }, (_, nth) => commit(additionOf(`User ${nth}`)))
  await new Promise(setImmediate)
  expect(commit.waiting()).toBe(150)
  sending.resolve([])
  await Promise.all([first, ...others])
  expect(commit.waiting()).toBe(0)
})

test('ten changes that wait for their group count as a query that waits', async () => {
  const changes = Array.from({ length: 25 }, (_, nth) => add(`User ${nth}`))
  expect(database.waiting()).toBe(3)
  await Promise.all(changes)
  expect(database.waiting()).toBe(0)
})

test('of changes of one turn that want the same value, one is committed', async () => {
  const changes = await Promise.allSettled(['Ada', 'Bob', 'Cleo'].map((name) => add(name, 'wanted')))
  const committed = changes.filter(({ status }) => status === 'fulfilled')
  expect(changes.filter((change) => !committed.includes(change))).toMatchObject([taken, taken])
  expect(committed).toMatchObject([{ value: (await stored())[0] }])
  expect(await stored()).toHaveLength(1)
})

/** A database of which nothing is known but what is done when a statement is sent. */
function answering(query: (statement: Statement, values: readonly unknown[]) => Promise<never[]>) {
  return groupCommit({ ...database, query: (statement, values = []) => query(statement, values) })
}
const additionOf = (name: string) => new Map([[UserEntity, JSON.stringify([makeUser(name)])]])

test('changes whose outcome is not known are not tried again: each of them fails', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  let sent = 0
  const commit = answering(async () => {
    sent++
    throw lost
  })
  const failed = { status: 'rejected', reason: lost }
  expect(await Promise.allSettled([commit(additionOf('Ada')), commit(additionOf('Bob'))])).toEqual([failed, failed])
  expect(sent).toBe(1)
})

test('a change that breaks a constraint and has found no other is tried once', async () => {
  await add('Ada')
  let sent = 0
  const commit = answering((statement, values) => {
    sent++
    return database.query(statement, values)
  })
  await expect(commit(additionOf('Ada'))).rejects.toMatchObject({ constraint: 'users_email_key_unique' })
  expect(sent).toBe(1)
})

test.runIf(onPostgres)(
  'a change that waits for a lock holds up none of those beside it, and ends when it may',
  async () => {
    const holder = database.transaction()
    holder.insert(UserEntity, makeUser('Holder', 'wanted'))
    await holder.flush()
    const waiting = add('Ann', 'wanted')
    await Promise.all([add('Amy'), add('Zoe')])
    expect(await stored()).toEqual(['Amy', 'Zoe'])
    await holder.rollback()
    await waiting
    expect(await stored()).toEqual(['Amy', 'Ann', 'Zoe'])
  },
)

test.runIf(onPostgres)('a change that waits for a lock by itself keeps nobody from being sent', async () => {
  const holder = database.transaction()
  holder.insert(UserEntity, makeUser('One', 'one'), makeUser('Two', 'two'), makeUser('Three', 'three'))
  await holder.flush()
  const waiting: Promise<string>[] = []
  for (const address of ['one', 'two', 'three']) {
    waiting.push(add(`Late ${address}`, address))
    await add(`Beside ${address}`)
  }
  await holder.rollback()
  await Promise.all(waiting)
  expect(await stored()).toHaveLength(6)
})
