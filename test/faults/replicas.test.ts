import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientAt, statusOf } from '../support/client.ts'
import { closing } from '../support/closing.ts'
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
  const opened = closing()
  beforeEach(async () => {
    primary = await startPostgres()
    opened.add(() => primary.stop())
    standby = await startStandby(primary.url)
    opened.add(
      () => standby.stop(),
      () => standby.thaw(),
      killAll,
    )
  }, 60_000)

  /** A process whose lists the replica answers by now. */
  async function startPeer(environment: Record<string, string> = PATIENT): Promise<Peer> {
    const peer = await Peer.start(primary.url, { DATABASE_REPLICA_URL: standby.url, ...environment })
    await expectFit(peer, true)
    return peer
  }

  const placeOf = ({ url }: PostgresServer) => new URL(url).host
  const fitness = (peer: Peer, server: PostgresServer = standby) =>
    peer.metric(`db_replica_fit{replica="${placeOf(server)}"}`)
  async function expectFit(peer: Peer, isFit: boolean, server?: PostgresServer): Promise<void> {
    await expect.poll(() => fitness(peer, server)).toBe(Number(isFit))
  }

  const reads = async (peer: Peer) => ({
    replica: await peer.metric('db_reads_total{answered_by="replica"}'),
    primary: await peer.metric('db_reads_total{answered_by="primary"}'),
  })

  /** Identifiers of users, the newest first. */
  async function newest(peer: Peer): Promise<string[]> {
    const { data } = await peer.sdk.users.list({ sort: 'created_at', order: 'desc', limit: 5 })
    return data.map(({ id }) => id)
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
    // A read goes to the primary while the replica has not replayed what happened since.
    const answeredByReplica = async () => {
      expect(await newest(peer)).toContain(id)
      return (await reads(peer)).replica
    }
    await expect.poll(answeredByReplica).toBeGreaterThan(replica)
  })

  test('that is killed, or freezes, no list fails, and it answers again when it is back', async () => {
    const peer = await startPeer({ DATABASE_REPLICA_LAG: '500' })
    const first = await peer.createUser()
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
    opened.add(() => Promise.all(poolers.map((pooler) => pooler.stop())))
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

  describe('that is none', () => {
    const doctor = async (environment: Record<string, string>) => {
      const settings = { DATABASE_URL: primary.url, ROSTER_SECRET: SHARED_SECRET, ...environment }
      const process = launch(settings, ['doctor'])
      await process.exited()
      return process.output()
    }

    test('a standby of another database stops the start, which names the setting', async () => {
      await onServer(primary.url, 'create database other')
      await expect
        .poll(() =>
          onServer(standby.url.replace(/postgres$/, 'other'), 'select 1').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
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
