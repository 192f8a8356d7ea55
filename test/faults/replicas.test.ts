import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@roster/core'
import { migrate, openDatabase, startEventLog, withReplicas } from '@roster/core/server'
import { application, entities } from '@roster/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientAt, statusOf } from '../support/client.ts'
import { Peer } from '../support/peer.ts'
import { lacksPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import {
  lacksPostgres,
  type PostgresServer,
  type Standby,
  startPostgres,
  startStandby,
} from '../support/postgres-server.ts'
import { killAll, launch, SHARED_SECRET } from '../support/process.ts'
import { onServer } from '../support/template.ts'

/** Longer than a standby takes for anything on a machine that is busy. */
const PATIENT = { DATABASE_REPLICA_LAG: '10000' }

describe.skipIf(lacksPostgres)('with a replica', () => {
  let primary: PostgresServer
  let standby: Standby
  const opened: (() => unknown)[] = []
  beforeEach(async () => {
    primary = await startPostgres()
    standby = await startStandby(primary.url)
  }, 60_000)
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close()
    await killAll()
    standby.thaw()
    await standby.stop()
    await primary.stop()
  })

  /** A process whose lists the replica answers by now. */
  async function startPeer(environment: Record<string, string> = PATIENT): Promise<Peer> {
    const peer = await Peer.start(primary.url, { DATABASE_REPLICA_URL: standby.url, ...environment })
    await expectFit(peer, true)
    return peer
  }

  const placeOf = ({ url }: PostgresServer) => new URL(url).host
  const fitness = (peer: Peer, server: PostgresServer = standby) =>
    peer.metric(`db_replica_fit{replica="${placeOf(server)}"}`)
  const expectFit = (peer: Peer, isFit: boolean, server?: PostgresServer) =>
    expect.poll(() => fitness(peer, server)).toBe(Number(isFit))
  const reads = async (peer: Peer) => ({
    replica: await peer.metric('db_reads_total{answered_by="replica"}'),
    primary: await peer.metric('db_reads_total{answered_by="primary"}'),
  })

  /** Identifiers of users, the newest first. */
  async function newest(peer: Peer): Promise<string[]> {
    const { data } = await peer.sdk.users.list({ sort: 'created_at', order: 'desc', limit: 5 })
    return data.map(({ id }) => id)
  }

  /** The schema in a database, and the log begun in it. */
  async function prepared(): Promise<Database> {
    const database = await openDatabase({ url: primary.url }, { name: 'roster', entities })
    opened.push(() => database.close())
    await migrate(database, application.ledgers)
    const log = await startEventLog({ database, now: Date.now, report: () => {} })
    await log.stop()
    return database
  }

  test('that replays late, lists, searches, exports and events have all that any process has acknowledged', async () => {
    const [one, two] = [await startPeer(), await startPeer()]
    await standby.delay(100)
    const before = await reads(two)
    for (let round = 0; round < 10; round++) {
      const email = `ada.${round}@example.com`
      const { id } = await one.sdk.users.create({ name: `Ada ${round}`, email, role: 'viewer' })
      expect(await newest(two)).toContain(id)
      const found = await two.sdk.users.list({ search: email })
      expect(found.data.map((user) => user.id)).toEqual([id])
    }
    await expect.poll(async () => (await two.log()).length).toBe(10)
    const { id } = await two.sdk.exports.create({ format: 'ndjson' })
    await expect.poll(async () => (await two.sdk.exports.get(id)).progress).toMatchObject({ done: 10 })
    const after = await reads(two)
    expect(after.primary).toBe(before.primary)
    expect(after.replica).toBeGreaterThan(before.replica + 20)
  })

  test('who calls, and single records, are read from the primary', async () => {
    const peer = await startPeer()
    const user = await peer.createUser()
    const { secret } = await peer.sdk.apiKeys.create({ name: 'Key', user_id: user, scopes: ['read:users'] })
    const before = await reads(peer)
    await standby.pause()
    await peer.sdk.users.update(user, { status: 'suspended' })
    expect(await statusOf(clientAt(peer.url, { apiKey: secret, maxRetries: 0 }).users.list())).toBe(401)
    expect(await peer.sdk.users.get(user)).toMatchObject({ status: 'suspended' })
    expect(await reads(peer)).toEqual(before)
  })

  test('whose replay is paused lists are whole, and it is left out until it has caught up', async () => {
    const peer = await startPeer({ DATABASE_REPLICA_LAG: '500' })
    await standby.pause()
    const id = await peer.createUser()
    expect(await newest(peer)).toContain(id)
    await expectFit(peer, false)
    expect(peer.process.log()).toContain(
      `DATABASE_REPLICA_URL: the replica at ${placeOf(standby)} is left out: it is more than 500 ms behind. The primary answers`,
    )
    expect(await peer.metric(`db_replica_lag_bytes{replica="${placeOf(standby)}"}`)).toBeGreaterThan(0)
    const { replica } = await reads(peer)
    expect(await newest(peer)).toContain(id)
    expect((await reads(peer)).replica).toBe(replica)
    await standby.resume()
    await expectFit(peer, true)
    expect(await newest(peer)).toContain(id)
    expect((await reads(peer)).replica).toBeGreaterThan(replica)
  })

  test('that is killed, or freezes, no list fails, and it answers again when it is back', async () => {
    const peer = await startPeer({ DATABASE_REPLICA_LAG: '500' })
    const stopping = new AbortController()
    const lists: { isWhole: boolean; milliseconds: number }[] = []
    const listing = Array.from({ length: 12 }, async () => {
      while (!stopping.signal.aborted) {
        const begun = performance.now()
        const isWhole = await newest(peer).then(
          (ids) => ids.includes(first),
          () => false,
        )
        lists.push({ isWhole, milliseconds: performance.now() - begun })
        await wait(20)
      }
    })
    const first = await peer.createUser()
    await standby.end('immediate')
    await expectFit(peer, false)
    await standby.start()
    await expectFit(peer, true)
    standby.freeze()
    await expectFit(peer, false)
    standby.thaw()
    await expectFit(peer, true)
    stopping.abort()
    await Promise.all(listing)
    expect(lists.filter(({ isWhole }) => !isWhole)).toEqual([])
    expect(Math.max(...lists.map(({ milliseconds }) => milliseconds))).toBeLessThan(10_000)
  })

  test('that is promoted, what is written there is never listed', async () => {
    const peer = await startPeer()
    const id = await peer.createUser()
    await standby.promote()
    await onServer(standby.url, `update users set name = 'Elsewhere'`)
    const { data } = await peer.sdk.users.list()
    expect(data.map((user) => [user.id, user.name])).toEqual([[id, 'Ada']])
    await expectFit(peer, false)
    expect(peer.process.log()).toContain('is left out: it is no standby, and takes writes of its own')
  })

  test('that has more of the server before than the standby that took its place, it is left out; one of the new server answers', async () => {
    const other = await startStandby(primary.url)
    opened.push(() => other.stop())
    const before = await startPeer()
    const kept = await before.createUser()
    await expect.poll(() => newest(before)).toEqual([kept])
    await other.end('fast')
    const lost: string[] = []
    for (let nth = 0; nth < 50; nth++) lost.push(await before.createUser())
    await before.kill()
    await primary.end('immediate')
    await other.start()
    await other.promote()
    const follower = await startStandby(other.url)
    opened.push(() => follower.stop())
    const both = `${standby.url},${follower.url}`
    const after = await Peer.start(other.url, { ...PATIENT, DATABASE_REPLICA_URL: both })
    await expectFit(after, true, follower)
    await expectFit(after, false)
    await expect
      .poll(() => after.process.log())
      .toContain(`the replica at ${placeOf(standby)} is left out: it follows another server than the primary`)
    const id = await after.createUser()
    for (let turn = 0; turn < 4; turn++) expect(await newest(after)).toEqual([id, kept])
    expect(await reads(after)).toMatchObject({ primary: 0 })
  })

  test('several workers read by it, and count together', async () => {
    const peer = await startPeer({ ...PATIENT, ROSTER_WORKERS: '2' })
    await standby.delay(50)
    const before = await reads(peer)
    for (let round = 0; round < 10; round++) {
      const id = await peer.createUser()
      expect(await newest(peer)).toContain(id)
    }
    const after = await reads(peer)
    expect(after.primary).toBe(before.primary)
    expect(after.replica).toBeGreaterThanOrEqual(before.replica + 10)
  })

  test.skipIf(lacksPgBouncer)('poolers in transaction mode may stand before both', async () => {
    const poolers = [await startPgBouncer(primary.url, 'transaction'), await startPgBouncer(standby.url, 'transaction')]
    opened.push(() => Promise.all(poolers.map((pooler) => pooler.stop())))
    const [at, replica] = poolers.map(({ url }) => url)
    const peer = await Peer.start(at!, { ...PATIENT, DATABASE_REPLICA_URL: replica! })
    const fit = `db_replica_fit{replica="${new URL(replica!).host}"}`
    await expect.poll(() => peer.metric(fit)).toBe(1)
    await standby.delay(50)
    for (let round = 0; round < 10; round++) {
      const id = await peer.createUser()
      expect(await newest(peer)).toContain(id)
    }
    expect(await peer.metric(fit)).toBe(1)
  })

  test('what it ends because it keeps it from replaying is read from the primary; a faulty statement is not tried twice', async () => {
    await onServer(standby.url, 'alter system set max_standby_streaming_delay = 0')
    await onServer(standby.url, 'select pg_reload_conf()')
    const database = await prepared()
    await database.query({ text: 'create table things as select n from generate_series(1, 1000) n' })
    const reading = await withReplicas(database, { urls: [standby.url], lag: 10_000, tell: () => {} })
    opened.push(() => reading.close())
    opened.splice(0, 1)
    const { replication } = reading.reads
    await expect.poll(() => replication!.replicas[0]!.fault).toBe(undefined)

    const slow = reading.reads.query<{ count: number }>({
      text: 'select count(*) from (select pg_sleep(0.005) from things offset 0) as slowly',
    })
    await wait(500)
    await database.query({ text: 'delete from things where n > 10' })
    await database.query({ text: 'vacuum things' })
    expect(await slow).toEqual([{ count: 10 }])
    expect(replication!.counts).toEqual({ primary: 1, replica: 0 })
    await expect(reading.reads.query({ text: 'select nothing' })).rejects.toThrow('column "nothing" does not exist')
    expect(replication!.counts).toEqual({ primary: 1, replica: 0 })
  })

  describe('that is none', () => {
    const doctor = async (environment: Record<string, string>) => {
      const settings = { DATABASE_URL: primary.url, ROSTER_SECRET: SHARED_SECRET, ...environment }
      const process = launch(settings, ['doctor'])
      await process.exited()
      return process.output()
    }

    test('a standby of another database stops the start, which names the setting', async () => {
      await onServer(primary.url, 'create database other')
      await expect.poll(() => onServer(standby.url.replace(/postgres$/, 'other'), 'select 1').then(() => true, () => false)).toBe(true)
      const process = launch({
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: standby.url.replace(/postgres$/, 'other'),
        ROSTER_SECRET: SHARED_SECRET,
      })
      expect(await process.exited()).toBe(1)
      expect(process.output()).toContain(
        `DATABASE_REPLICA_URL names another database than DATABASE_URL at ${placeOf(standby)}. A replica is a standby of the same server.`,
      )
    })

    test('the primary itself, or nobody, is left out with a warning, and the doctor says so', async () => {
      const urls = `${primary.url},postgres://127.0.0.1:1/postgres,${standby.url}`
      const peer = await Peer.start(primary.url, { ...PATIENT, DATABASE_REPLICA_URL: urls })
      await expectFit(peer, true)
      await expectFit(peer, false, primary)
      const id = await peer.createUser()
      expect(await newest(peer)).toEqual([id])
      const ill = [
        `DATABASE_REPLICA_URL: the replica at ${placeOf(primary)} is left out: it is no standby, and takes writes of its own`,
        'DATABASE_REPLICA_URL: the replica at 127.0.0.1:1 is left out: connect ECONNREFUSED 127.0.0.1:1',
      ]
      for (const sentence of ill) await expect.poll(() => peer.process.log()).toContain(sentence)
      const said = await doctor({ ...PATIENT, DATABASE_REPLICA_URL: urls })
      for (const sentence of ill) expect(said).toContain(`! ${sentence}.`)
      expect(said).toContain(`✓ The replica at ${placeOf(standby)} answers lists and exports.`)
    })
  })
})
