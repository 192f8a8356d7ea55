import { setImmediate as turn } from 'node:timers/promises'
import { entities } from '@roster/api'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { databaseOn } from './postgres.ts'
import { createPool } from './postgres-pool.ts'
import type { Transaction } from './transaction.ts'

const SIZE = 10
const LOSSES = 100
const LOST = /terminat|connection error/

describe.runIf(onPostgres)('a connection that the server ends', () => {
  let copy: TestDatabase
  let pool: Pool
  let database: Database
  beforeEach(async () => {
    copy = await copyDatabase()
    pool = createPool(copy.directUrl!, { name: 'roster', connections: SIZE })
    database = await databaseOn(pool, { url: copy.directUrl! }, { name: 'roster', entities })
  })
  afterEach(async () => {
    if (!pool.ending) await database.close()
    await copy.drop()
  })

  const ownPid = { text: 'select pg_backend_pid() as pid' }
  const pidOf = async (transaction: Transaction) => (await transaction.query<{ pid: number }>(ownPid))[0]!.pid

  /** Ends a session, and waits until it has ended. */
  const terminate = (pid: number) => copy.database.query({ text: 'select pg_terminate_backend($1, 5000)' }, [pid])

  /** Takes every place of the pool at once, gives them back and closes it: how many sessions there were, in use and idle, each time. */
  async function useAndClose() {
    const count = () => ({ all: pool.totalCount, idle: pool.idleCount })
    const transactions = Array.from({ length: SIZE }, () => database.transaction())
    const sessions = new Set(await Promise.all(transactions.map(pidOf))).size
    const taken = count()
    await Promise.all(transactions.map((one) => one.rollback()))
    const givenBack = count()
    await database.close()
    return { sessions, taken, givenBack, closed: count() }
  }
  const whole = {
    sessions: SIZE,
    taken: { all: SIZE, idle: 0 },
    givenBack: { all: SIZE, idle: SIZE },
    closed: { all: 0, idle: 0 },
  }

  const moments: Record<string, (transaction: Transaction, pid: number) => Promise<unknown>> = {
    async 'between two statements'(transaction, pid) {
      await terminate(pid)
      await turn()
      await expect(pidOf(transaction)).rejects.toThrow(LOST)
    },
    async 'while a statement runs'(transaction, pid) {
      const running = transaction.query({ text: 'select pg_sleep(30)' })
      await Promise.all([expect(running).rejects.toThrow(LOST), terminate(pid)])
    },
    async 'by a statement of its own'(transaction, pid) {
      const suicide = transaction.query({ text: 'select pg_terminate_backend($1)' }, [pid])
      await expect(suicide).rejects.toThrow(LOST)
    },
    async 'before the commit'(transaction, pid) {
      await terminate(pid)
      await expect(transaction.commit()).rejects.toThrow(LOST)
    },
    'before the rollback': (_, pid) => terminate(pid),
  }

  test.each(Object.keys(moments))('in a transaction, %s, leaves its place in the pool free', async (moment) => {
    const lose = async () => {
      const transaction = database.transaction()
      await moments[moment]!(transaction, await pidOf(transaction))
      await transaction.rollback()
    }
    for (let lost = 0; lost < LOSSES; lost += SIZE) await Promise.all(Array.from({ length: SIZE }, lose))
    expect(await useAndClose()).toEqual(whole)
  })

  test('at any moment, the begin of the next transaction included, leaves its place in the pool free', async () => {
    const ending: Promise<unknown>[] = []
    const errors: unknown[] = []
    const lose = async () => {
      const transaction = database.transaction()
      try {
        ending.push(terminate(await pidOf(transaction)))
      } catch (error) {
        errors.push(error)
      } finally {
        await transaction.rollback()
      }
    }
    for (let round = 0; round < LOSSES; round++) await Promise.all(Array.from({ length: SIZE }, lose))
    await Promise.all(ending)
    for (const error of errors) expect(error).toMatchObject({ message: expect.stringMatching(LOST) })
    expect(await useAndClose()).toEqual(whole)
  })

  test('while something is done alone ends neither that nor the process', async () => {
    const locker = `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    const done = await database.alone(7, async () => {
      const [row] = await copy.database.query<{ pid: number }>({ text: locker })
      await terminate(row!.pid)
      await turn()
      return 'done'
    })
    expect(done).toBe('done')
    expect(await useAndClose()).toEqual(whole)
  })

  test('is replaced where it knows a statement as it was before a column changed its type', async () => {
    const read = { name: 'measure', text: 'select size from measured' }
    await database.query({ text: 'create table measured as select 1 as size' })
    await database.query(read)
    await database.query({ text: 'alter table measured alter size type text' })
    await expect(database.query(read)).rejects.toMatchObject({ code: '0A000' })
    expect(await database.query(read)).toEqual([{ size: '1' }])
  })

  test('is the only one that is replaced: a statement that is refused costs none', async () => {
    const session = async () => (await database.query<{ pid: number }>(ownPid))[0]!.pid
    const before = await session()
    await expect(database.query({ text: 'select 1 / 0' })).rejects.toThrow('division by zero')
    expect(await session()).toBe(before)
    await expect(database.query({ text: 'select pg_terminate_backend($1)' }, [before])).rejects.toThrow(LOST)
    expect(await session()).not.toBe(before)
    expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 })
  })
})
