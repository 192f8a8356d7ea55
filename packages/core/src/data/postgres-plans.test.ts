import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PAGE, readOn } from '../event-log/read-on.ts'
import { createPool } from './postgres-pool.ts'

describe.runIf(onPostgres)('a plan that was made for an empty table', () => {
  let copy: TestDatabase
  let pool: Pool
  beforeEach(async () => {
    copy = await copyDatabase()
  })
  afterEach(async () => {
    await pool.end()
    await copy.drop()
  })

  const run = (text: string) => copy.database.query({ text })

  const open = (options: { lifetime?: number } = {}) =>
    (pool = createPool(copy.directUrl!, { name: 'roster', connections: 1, ...options }))

  /** Reads the log on the one connection, and tells how its plan finds the entries. */
  async function read(): Promise<string> {
    const client = await pool.connect()
    let plan = ''
    await client.query('set plan_cache_mode = force_generic_plan')
    await readOn(async (statement, values) => {
      const { rows } = await client.query({ ...statement, values: [...values!] })
      const explained = await client.query(`explain execute "${statement.name}"(0, ${PAGE})`)
      plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      return rows
    }, 0)
    client.release()
    return /(?:Seq|Index) Scan (?:using \w+ )?on events/.exec(plan)![0]
  }

  const fill = `insert into events (id, event, data, created_at, seq) select n, 'filled', '{}', now(), n from generate_series(1, ${PAGE * 20}) n`

  test('is kept while it fills, and made anew once it is analyzed, as autovacuum does', async () => {
    await run('vacuum analyze events')
    open()
    expect(await read()).toBe('Seq Scan on events')
    await run(fill)
    expect(await read()).toBe('Seq Scan on events')
    await run('analyze events')
    expect(await read()).toBe('Index Scan using events_in_order on events')
  })

  test('ends with its connection, which is used for a while and no longer', async () => {
    await run('vacuum analyze events')
    open({ lifetime: 0.05 })
    expect(await read()).toBe('Seq Scan on events')
    await run(fill)
    await expect.poll(read).toBe('Index Scan using events_in_order on events')
  })
})
