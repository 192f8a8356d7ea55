import { setTimeout as wait } from 'node:timers/promises'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from './postgres-pool.ts'
import { whileLocked } from './postgres-lock.ts'

test.runIf(onPostgres)(
  'an index is made while a lock is held, also by a session that keeps its snapshots',
  async () => {
    const { database, directUrl, drop } = await copyDatabase()
    const name = new URL(directUrl!).pathname.slice(1)
    await database.query({ text: `alter database "${name}" set default_transaction_isolation = 'repeatable read'` })
    const pool = createPool(directUrl!, { name: 'roster', pooling: 'transaction' })
    const client = new Client({ connectionString: directUrl! })
    await client.connect()
    await client.query(`set statement_timeout = '3s'`)
    const made = await whileLocked(pool, 7, async () => client.query('create index concurrently on users (name)')).then(
      ({ command }) => command,
      String,
    )
    await client.end()
    await pool.end()
    await drop()
    expect(made).toBe('CREATE')
  },
)

test.runIf(onPostgres)('a lock of one number, as an application may have, is another than these', async () => {
  const { database, directUrl, drop } = await copyDatabase()
  onTestFinished(drop)
  const pool = createPool(directUrl!, { name: 'roster' })
  const transaction = database.transaction()
  await transaction.query({ text: 'select pg_advisory_xact_lock(7)' })
  expect(await whileLocked(pool, 7, async () => 'had it')).toBe('had it')
  await transaction.rollback()
  await pool.end()
})

test.runIf(onPostgres)(
  'a lock lasts as long as what is done under it, whatever time limits sessions have, and no longer',
  async () => {
    const { database, directUrl, drop } = await copyDatabase()
    onTestFinished(drop)
    const name = new URL(directUrl!).pathname.slice(1)
    await database.query({ text: `alter database "${name}" set idle_in_transaction_session_timeout = '50ms'` })
    const pool = createPool(directUrl!, { name: 'roster', pooling: 'transaction' })
    const isFree = async () => {
      const [row] = await database.query<{ free: boolean }>({ text: 'select pg_try_advisory_xact_lock(1, 7) as free' })
      return row!.free
    }
    const meanwhile = await whileLocked(pool, 7, async () => {
      await wait(200)
      return isFree()
    })
    expect(meanwhile).toBe(false)
    // A connection that is kept ends ten seconds later.
    await expect.poll(isFree, { timeout: 5_000 }).toBe(true)
    await pool.end()
  },
)
