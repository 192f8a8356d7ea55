import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { KEYLESS } from '../support/client.ts'
import { closing } from '../support/closing.ts'
import { type Follower, transports } from '../support/followers.ts'
import { expectDeliveredWithin, type Given } from '../support/history.ts'
import { lacksNats, startNats } from '../support/nats-server.ts'
import { lacksPatroni, PatroniCluster } from '../support/patroni.ts'
import type { PatroniNode } from '../support/patroni-node.ts'
import { PATIENCE } from '../support/patience.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { Socket, Stream } from '../support/realtime.ts'
import { Receiver } from '../support/receiver.ts'
import { Silence } from '../support/silence.ts'
import { onServer, rowsOnServer } from '../support/template.ts'

/** How often a primary is lost. A release is tried with 20. */
const ROUNDS = Number(process.env['ROSTER_FAILOVER_ROUNDS'] ?? 3)

/** How a primary is lost, and how it comes back. */
const LOSSES: readonly { how: string; lose: (node: PatroniNode) => unknown; mend: (node: PatroniNode) => unknown }[] = [
  { how: 'killed', lose: (node) => node.kill(), mend: (node) => node.start() },
  { how: 'frozen', lose: (node) => node.freeze(), mend: (node) => node.thaw() },
  {
    how: 'cut off',
    lose: (node) => node.isolate(),
    mend: async (node) => {
      node.rejoin()
      await wait(2_000)
      await node.replace()
    },
  },
]

describe.skipIf(lacksPatroni)('on two PostgreSQL servers under Patroni', { timeout: 120_000 + 90_000 * ROUNDS }, () => {
  const opened = closing()

  async function start(isSynchronous: boolean): Promise<PatroniCluster> {
    const cluster = await PatroniCluster.start({ isSynchronous })
    opened.add(() => cluster.stop(), killAll)
    return cluster
  }

  /** Somebody who follows over each transport, from a cursor or from now on. */
  async function followAll(peer: Peer, after?: string): Promise<Record<string, Follower>> {
    const followers: Record<string, Follower> = {}
    for (const [name, follow] of Object.entries(transports)) followers[name] = await follow(peer, after)
    opened.add(() => Object.values(followers).forEach((follower) => follower.stop()))
    return followers
  }

  async function startReceiver(peer: Peer): Promise<Receiver> {
    const receiver = await Receiver.start()
    opened.add(() => receiver.stop())
    await peer.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
    return receiver
  }

  test('of which the primary is lost again and again, nothing that was acknowledged is lost, no event is missing or comes twice, and cursors go on', async () => {
    const cluster = await start(true)
    const peers = [await Peer.start(cluster.url), await Peer.start(cluster.url)] as const
    const [one, two] = peers
    const receiver = await startReceiver(one)
    const first = await one.createUser()
    await vi.waitFor(() => expect(receiver.given).toHaveLength(1), 10_000)
    const [beginning] = await one.log()
    const followers = await followAll(two)
    const stopping = new AbortController()
    const [writes, reads] = [new Silence(), new Silence()]
    const writing = [one, two, one, two].map((peer) => writes.during(stopping.signal, () => peer.createUser()))
    const reading = [one, two].map((peer) => reads.during(stopping.signal, () => peer.sdk.users.get(first)))
    const losses: Loss[] = []
    const cursors: string[] = []
    const timeline = await timelineAt(cluster)
    for (let round = 0; round < ROUNDS; round++) {
      const { how, lose, mend } = LOSSES[round % LOSSES.length]!
      const { primary, standby } = await cluster.isWhole()
      await wait(2_000)
      cursors.push(followers['SSE']!.given.at(-1)!.cursor)
      for (const silence of [writes, reads]) silence.begin()
      await lose(primary)
      await vi.waitFor(async () => expect(await standby.role()).toBe('primary'), { timeout: 60_000, interval: 100 })
      const before = followers['SSE']!.given.length
      await vi.waitFor(() => expect(followers['SSE']!.given.length).toBeGreaterThan(before + 20), 30_000)
      losses.push({ how, writes: writes.longest, reads: reads.longest })
      process.stderr.write(summaryOf(losses.slice(-1)))
      await mend(primary)
    }
    await cluster.isWhole()
    stopping.abort()
    await Promise.all(reading)
    const acknowledged = [first, ...(await Promise.all(writing)).flat()]
    process.stderr.write(summaryOf(losses))
    for (const follower of Object.values(followers)) expect(follower).toMatchObject({ errors: [], notices: [] })

    const withFirst = (follower: Follower) => ({
      get given() {
        return [beginning!, ...follower.given]
      },
    })
    const readers = Object.fromEntries(Object.entries(followers).map(([name, follower]) => [name, withFirst(follower)]))
    await expectDeliveredWithin(PATIENCE, { acknowledged, readLog: () => one.log(), readers: { ...readers, receiver } })

    const log = await one.log()
    for (const cursor of cursors) {
      const rest = log.slice(log.findIndex((event) => event.cursor === cursor) + 1)
      expect(await two.log(cursor)).toEqual(rest)
    }
    const late = await followAll(one, cursors[0])
    const rest = log.slice(log.findIndex((event) => event.cursor === cursors[0]) + 1)
    const ofLate = (of: (follower: Follower) => unknown) =>
      Object.fromEntries(Object.entries(late).map(([name, follower]) => [name, of(follower)]))
    await expect
      .poll(() => ofLate(({ given, errors, notices }) => [given.length, errors, notices]), { timeout: PATIENCE })
      .toEqual(ofLate(() => [rest.length, [], []]))
    expect(ofLate(({ given }) => given)).toEqual(ofLate(() => rest))
    const epochs = new Set(log.map(epochOf)).size
    expect(epochs).toBeGreaterThan(ROUNDS)
    // On a busy machine, the cluster may change its primary once more.
    expect(epochs).toBeLessThanOrEqual(1 + (await timelineAt(cluster)) - timeline)
  })

  test.skipIf(lacksNats)(
    'beside a broker, of which the primary is killed, readers are given all once, and follow the broker again',
    async () => {
      const broker = await startNats()
      opened.add(() => broker.stop())
      const cluster = await start(true)
      const settings = { ROSTER_EVENTS_URL: broker.url }
      const peers = [await Peer.start(cluster.url, settings), await Peer.start(cluster.url, settings)] as const
      const [one, two] = peers
      const atBroker = (peer: Peer) => peer.metric('event_log_source{source="broker"}')
      const isFollowed = () =>
        vi.waitFor(async () => expect((await atBroker(one)) + (await atBroker(two))).toBe(1), {
          timeout: PATIENCE,
          interval: 200,
        })
      await isFollowed()
      const others = await followAll(one)
      const readers: Record<string, Follower> = {
        ...(await followAll(two)),
        'SSE at the other': others['SSE']!,
        'wsLink at the other': others['wsLink']!,
      }
      const stopping = new AbortController()
      const writing = peers.map((peer) => peer.createUntil(stopping.signal))
      const { primary, standby } = await cluster.isWhole()
      await wait(2_000)
      await primary.kill()
      await vi.waitFor(async () => expect(await standby.role()).toBe('primary'), { timeout: 60_000, interval: 100 })
      const before = readers['SSE']!.given.length
      await vi.waitFor(() => expect(readers['SSE']!.given.length).toBeGreaterThan(before + 20), 30_000)
      await isFollowed()
      stopping.abort()
      const acknowledged = (await Promise.all(writing)).flat()
      await expectDeliveredWithin(PATIENCE, { acknowledged, readLog: () => one.log(), readers })
      for (const reader of Object.values(readers)) expect(reader).toMatchObject({ errors: [], notices: [] })
    },
  )

  test('of which the standby lacked what came last, those are told, and only those, who were given what is lost', async () => {
    const cluster = await start(false)
    const peer = await Peer.start(cluster.url)
    const receiver = await startReceiver(peer)
    const { primary, standby } = await cluster.isWhole()
    const followers = await followAll(peer)
    const ofOrders = await Stream.open(`${peer.url}/events?types=order.created`, { 'x-api-key': peer.key })
    const ofTheirs = await Socket.open(`${peer.url}/ws`, { 'x-api-key': peer.key })
    opened.add(
      () => ofOrders.close(),
      () => ofTheirs.raw.close(),
    )
    await ofTheirs.ask({ type: 'subscribe', channel: 'orders' }, 'subscribed')

    const kept = await createUsers(peer, 20)
    await areGiven(followers, kept)
    await vi.waitFor(() => onServer(standby.url, requireEntries(20)), { timeout: 10_000, interval: 100 })
    const early = followers['SSE']!.given.at(-1)!.cursor
    primary.isolateStandby()
    const lost = await createUsers(peer, 10)
    await areGiven(followers, [...kept, ...lost])
    const late = followers['SSE']!.given.at(-1)!.cursor
    await primary.kill()
    await vi.waitFor(async () => expect(await standby.role()).toBe('primary'), { timeout: 60_000, interval: 100 })
    const [owner] = kept
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 1, unit_amount: 100 }]
    const place = () => peer.sdk.orders.create(owner!, { currency: 'EUR', items }, KEYLESS)
    const order = await vi.waitFor(place, { timeout: 30_000, interval: 200 })
    const later = await createUsers(peer, 5)

    // Who was given what is lost.
    const idsOf = (events: readonly Given[]) => events.map(({ id }) => id)
    await expect.poll(async () => idsOf(await peer.log()), SOON).toEqual([...kept, ...later])
    const log = await peer.log()
    const expired = { code: 'cursor-expired' }
    await expect(peer.log(late)).rejects.toMatchObject(expired)
    for (const name of ['SSE', 'WebSocket']) await expect.poll(() => followers[name]!.notices, SOON).toEqual(['reset'])
    for (const name of ['wsLink', 'httpSubscriptionLink'])
      await expect.poll(() => followers[name]!.errors, SOON).toMatchObject([{ data: { problem: expired } }])

    // Who was not.
    await expect.poll(() => ofOrders.events.map(({ data }) => data!['data'].id), SOON).toEqual([order.id])
    await expect
      .poll(() => ofTheirs.received.map(({ type, data }) => [type, data?.id]), SOON)
      .toEqual([['push', order.id]])
    expect(ofOrders.frames.filter(({ data }) => data?.['type'] === 'notification')).toEqual([])
    expect(await peer.log(early)).toEqual(log.slice(20))
    const resumed = await followAll(peer, early)
    for (const follower of Object.values(resumed)) await expect.poll(() => follower.given, SOON).toEqual(log.slice(20))
    await expect.poll(() => receiver.given.filter(({ id }) => later.includes(id)), SOON).toEqual(log.slice(20))
  })
})

const SOON = { timeout: 15_000, interval: 100 }

/** What losing the primary cost: how long nobody could write, and nobody could read, in seconds. */
interface Loss {
  how: string
  writes: number
  reads: number
}

/** A line for each way to lose a primary. */
function summaryOf(losses: readonly Loss[]): string {
  const lineOf = ([how, some]: [string, Loss[] | undefined]) => {
    const of = (what: 'writes' | 'reads') => {
      const sorted = some!.map((loss) => loss[what]).toSorted((a, b) => a - b)
      return `${sorted[sorted.length >> 1]!.toFixed(1)} s without ${what} (at most ${sorted.at(-1)!.toFixed(1)})`
    }
    return `The primary was ${how} (${some!.length} of the losses): ${of('writes')}, ${of('reads')}.\n`
  }
  return Object.entries(Object.groupBy(losses, ({ how }) => how))
    .map(lineOf)
    .join('')
}

async function createUsers(peer: Peer, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) ids.push(await peer.createUser())
  return ids
}

/** Waits until followers were given the events of these users, and no others. */
async function areGiven(followers: Record<string, Follower>, ids: readonly string[]): Promise<void> {
  for (const follower of Object.values(followers))
    await expect.poll(() => follower.given.map(({ id }) => id), SOON).toEqual(ids)
}

/** A statement that fails where the log has fewer entries. */
const requireEntries = (count: number) => `select 1 / (count(*) / ${count}) from events where seq is not null`

/** The timeline of the cluster, which grows by one with each promotion. */
async function timelineAt({ url }: PatroniCluster): Promise<number> {
  const text = `select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`
  const [row] = await rowsOnServer<{ timeline: string }>(url, text)
  return Number.parseInt(row!.timeline, 16)
}

const epochOf = ({ cursor }: Given) => cursor.split(':')[0]
