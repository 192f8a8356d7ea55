import { entities } from '@roster/api'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { databaseOn, openPostgres } from './postgres.ts'
import { createPool } from './postgres-pool.ts'

describe.runIf(onPostgres)('a connection to a server that takes no writes', () => {
  let copy: TestDatabase
  let pool: Pool
  let database: Database
  beforeEach(async () => {
    copy = await copyDatabase()
    pool = createPool(copy.directUrl!, { name: 'roster' })
    database = await databaseOn(pool, { url: copy.directUrl! }, { name: 'roster', entities })
  })
  afterEach(async () => {
    await database.close()
    await copy.drop()
  })

  const ownPid = { text: 'select pg_backend_pid() as pid' }
  const pidOf = async (asked: Pick<Database, 'query'>) => (await asked.query<{ pid: number }>(ownPid))[0]!.pid

  test('is not used again, after a statement and after a transaction', async () => {
    const becomeReadOnly = { text: 'set session characteristics as transaction read only' }
    const write = { text: 'create table written ()' }
    const refused = { code: '25006' }
    const first = await pidOf(database)
    await database.query(becomeReadOnly)
    await expect(database.query(write)).rejects.toMatchObject(refused)
    const transaction = database.transaction()
    const second = await pidOf(transaction)
    await transaction.query({ text: 'set transaction read only' })
    await expect(transaction.query(write)).rejects.toMatchObject(refused)
    await transaction.rollback()
    expect(new Set([first, second, await pidOf(database)]).size).toBe(3)
    expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 })
  })

  test('is not opened: its records may be older than what was acknowledged', async () => {
    const readOnly = `${copy.directUrl}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    await expect(openPostgres({ url: readOnly }, { name: 'roster', entities })).rejects.toThrow(
      /cannot be used: The database server takes no writes: it is a standby/,
    )
    const readers = createPool(readOnly, { name: 'roster' })
    await expect(readers.query(ownPid)).rejects.toMatchObject({ code: '25006' })
    expect(readers).toMatchObject({ totalCount: 0 })
    await readers.end()
  })
})
