import type { Database } from '@roster/core'
import { migrate, openDatabase, ReplicaRefused, startEventLog, withReplicas } from '@roster/core/server'
import { application, entities } from '@roster/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closing } from '../support/closing.ts'
import {
  lacksPostgres,
  type PostgresServer,
  type Standby,
  startPostgres,
  startStandby,
} from '../support/postgres-server.ts'
import { startLink } from '../support/link.ts'
import { onServer, rowsOnServer } from '../support/template.ts'

/** How long a read waits for a replica: longer than it takes for anything on a machine that is busy. */
const LAG = 10_000

describe.skipIf(lacksPostgres)('a read that a replica may answer', () => {
  let primary: PostgresServer
  let standby: Standby
  let database: Database
  const opened = closing()
  beforeEach(async () => {
    primary = await startPostgres()
    opened.add(() => primary.stop())
    database = await openAt(primary)
    await database.query({ text: 'create table things as select n from generate_series(1, 1000) n' })
    standby = await startStandby(primary.url)
    opened.add(() => standby.stop())
  }, 60_000)
  // Nothing that reads at a frozen one can be closed. This comes first, since it was said last.
  afterEach(() => standby.thaw())

  /** The database of a server, with the schema in it and the log begun. */
  async function openAt({ url }: PostgresServer): Promise<Database> {
    const one = await openDatabase({ url }, { name: 'roster', entities })
    opened.add(() => one.close())
    await migrate(one, application.ledgers)
    const log = await startEventLog({ database: one, now: Date.now, report: () => {} })
    await log.stop()
    return one
  }

  /** The same with replicas, each as fit as it is said to be. */
  async function replicated(servers: readonly [Pick<Standby, 'url'>, string | undefined][], of = database) {
    const urls = servers.map(([{ url }]) => url)
    const reading = await withReplicas({ ...of, close: async () => {} }, { urls, lag: LAG, tell: () => {} })
    opened.add(() => reading.close())
    const { reads } = reading
    const { replicas, counts } = reads.replication!
    await expect.poll(() => replicas.map(({ fault }) => fault)).toEqual(servers.map(([, fault]) => fault))
    return { reads, replicas, counts }
  }

  const count = { text: 'select count(*) as count from things' }

  test('has all that was acknowledged before it, however late the replica replays', async () => {
    const { reads, counts } = await replicated([[standby, undefined]])
    await standby.delay(100)
    for (let nth = 1; nth <= 10; nth++) {
      await database.query({ text: 'insert into things values (0)' })
      const [one, snapshot] = await Promise.all([reads.query(count), reads.snapshot(({ query }) => query(count))])
      expect([one, snapshot]).toEqual([[{ count: 1_000 + nth }], [{ count: 1_000 + nth }]])
    }
    expect(counts).toEqual({ primary: 0, replica: 20 })
  })

  test('is never answered by one that was promoted', async () => {
    const { reads, replicas } = await replicated([[standby, undefined]])
    await standby.promote()
    await onServer(standby.url, 'delete from things')
    expect(await reads.query(count)).toEqual([{ count: 1_000 }])
    expect(replicas[0]!.fault).toBe('it is no standby, and takes writes of its own')
  })

  test('is answered by one that follows the server that took the place of another, and not by one that has more of that', async () => {
    const next = await startStandby(primary.url)
    opened.add(() => next.stop())
    await replicated([[standby, undefined]])
    await next.end('fast')
    await database.query({ text: 'insert into things select 0 from generate_series(1, 100000)' })
    await expect.poll(() => rowsOnServer(standby.url, count.text)).toEqual([{ count: '101000' }])
    await primary.end('immediate')
    await next.start()
    await next.promote()
    const follower = await startStandby(next.url)
    opened.add(() => follower.stop())
    const { reads, counts } = await replicated(
      [
        [standby, 'it follows another server than the primary'],
        [follower, undefined],
      ],
      await openAt(next),
    )
    for (let turn = 0; turn < 4; turn++) expect(await reads.query(count)).toEqual([{ count: 1_000 }])
    expect(counts).toEqual({ primary: 0, replica: 4 })
  })

  /** Waits until the replica is at work on a read that sleeps. */
  const untilSleeping = async () => {
    const text = `select from pg_stat_activity where wait_event = 'PgSleep'`
    await expect.poll(() => rowsOnServer(standby.url, text)).toHaveLength(1)
  }

  test('is answered by the primary where the replica ends it for what it has to replay, and is not tried again where it is faulty', async () => {
    await onServer(standby.url, 'alter system set max_standby_streaming_delay = 0')
    await onServer(standby.url, 'select pg_reload_conf()')
    const { reads, counts } = await replicated([[standby, undefined]])
    const slow = reads.query({
      text: 'select count(*) from (select case when pg_is_in_recovery() then pg_sleep(0.1) end from things offset 0) as slowly',
    })
    await untilSleeping()
    await database.query({ text: 'delete from things where n > 10' })
    await database.query({ text: 'vacuum things' })
    expect(await slow).toEqual([{ count: 10 }])
    expect(counts).toEqual({ primary: 1, replica: 0 })
    // While it replays what ended the read, the replica is behind.
    await expect.poll(() => reads.query(count).then(() => counts.replica)).toBe(1)
    const before = { ...counts }
    await expect(reads.query({ text: 'select nothing' })).rejects.toThrow('column "nothing" does not exist')
    expect(counts).toEqual(before)
  })

  test('is answered by the primary where the replica goes dead before it has answered, and the next ones at once', async () => {
    const { reads, replicas, counts } = await replicated([[standby, undefined]])
    const slow = reads.query({
      text: 'select case when pg_is_in_recovery() then pg_sleep(600) end is null as is_primary',
    })
    await untilSleeping()
    standby.freeze()
    expect(await slow).toEqual([{ is_primary: true }])
    expect(replicas[0]!.fault).toBeDefined()
    expect(await reads.query(count)).toEqual([{ count: 1_000 }])
    expect(counts).toEqual({ primary: 2, replica: 0 })
    standby.thaw()
    await expect.poll(() => replicas[0]!.fault).toBe(undefined)
    expect(await reads.query(count)).toEqual([{ count: 1_000 }])
    expect(counts).toEqual({ primary: 2, replica: 1 })
  })

  test('is never answered by another database, which is refused', async () => {
    await database.query({ text: 'create database other' })
    const urls = [primary.url.replace(/postgres$/, 'other')]
    await expect(withReplicas(database, { urls, lag: LAG, tell: () => {} })).rejects.toThrow(ReplicaRefused)
  })

  test('is never answered by another database that comes to the address of a replica, which is left out', async () => {
    await database.query({ text: 'create database other' })
    const link = await startLink(primary.url.replace(/postgres$/, 'other'))
    opened.add(() => link.close())
    await link.close()
    const refused = `connect ECONNREFUSED ${new URL(link.url).host}`
    const { reads, replicas, counts } = await replicated([[link, refused]])
    await link.mend()
    await expect.poll(() => replicas[0]!.fault).not.toBe(refused)
    expect(replicas[0]!.fault).toBe('it is of another database')
    expect(await reads.query(count)).toEqual([{ count: 1_000 }])
    expect(counts).toEqual({ primary: 1, replica: 0 })
  })
})
