import { entities } from '@roster/api'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { type Link, startLink } from '@roster/test/link'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asProblem } from '../operation/trpc.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import type { DatabaseOptions } from './options.ts'

const MINUTE = 60_000
const one = { text: 'select 1 as one' }
const answer = [{ one: 1 }]

describe.runIf(onPostgres)('on a server', () => {
  let copy: TestDatabase
  let link: Link
  let database: Database
  beforeEach(async () => {
    copy = await copyDatabase()
    link = await startLink(copy.directUrl!)
  })
  afterEach(async () => {
    await link.close()
    await database.close()
    await copy.drop()
  })

  async function open(options: Pick<DatabaseOptions, 'statementTimeout'> = {}): Promise<void> {
    database = await openDatabase({ url: link.url }, { ...options, name: 'roster', entities })
  }

  /** Lets time pass for this process, and none for the server. */
  async function passing(time: number, run: () => Promise<unknown>): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const [result] = await Promise.all([run(), vi.advanceTimersByTimeAsync(time)])
      return result
    } finally {
      vi.useRealTimers()
    }
  }

  const codeOf = (done: Promise<unknown>) =>
    done.then(
      () => 'done',
      (error: unknown) => asProblem(error).code,
    )

  test('who waits on a connection that has gone dead in silence is 503 once the server must have answered, and others take its place', async () => {
    await open()
    const transaction = database.transaction()
    await transaction.query(one)
    await database.snapshot(async (moment) => {
      await moment.query(one)
      await database.query(one)
      link.freeze()
      const ask = () => Promise.all([transaction, moment, database].map((each) => codeOf(each.query(one))))
      expect(await passing(1.1 * MINUTE, ask)).toEqual(Array(3).fill('unavailable'))
    })
    expect(await codeOf(transaction.query(one))).toBe('unavailable')
    await transaction.rollback()
    expect(await database.query(one)).toEqual(answer)
  })

  test('a statement that has less time than others gives its connection up after it', async () => {
    await open()
    await database.query(one)
    link.freeze()
    const ask = () => codeOf(database.query({ ...one, query_timeout: 1_000 }))
    expect(await passing(2_000, ask)).toBe('unavailable')
    expect(await database.query(one)).toEqual(answer)
  })

  test('a statement that may take any time is waited for as long', async () => {
    await open({ statementTimeout: 0 })
    await database.query(one)
    const slow = { text: 'select 1 as one from pg_sleep(0.2)' }
    expect(await passing(24 * 60 * MINUTE, () => database.query(slow))).toEqual(answer)
  })
})
