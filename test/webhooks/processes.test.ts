import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabase, onPostgres, type TestDatabase } from '../support/database.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { idsAt } from '../support/webhook-scene.ts'
import { endLeases } from '../support/webhooks.ts'

describe.runIf(onPostgres)('processes that share one PostgreSQL server (set DATABASE_URL to run this)', () => {
  let copy: TestDatabase
  let receiver: Receiver
  let endpoint: string
  beforeEach(async () => {
    copy = await copyDatabase()
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    await killAll()
    await receiver.stop()
    await copy.drop()
  })

  async function begin(): Promise<Peer[]> {
    const peers = [await Peer.start(copy.url!), await Peer.start(copy.url!)]
    const created = await peers[0]!.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
    endpoint = created.id
    return peers
  }

  /** Creates users at one process after the other, and returns those that were acknowledged. */
  async function create(peers: readonly Peer[], count: number): Promise<string[]> {
    const created: string[] = []
    while (created.length < count) created.push(await peers[created.length % peers.length]!.createUser())
    return created
  }

  /** Whatever was acknowledged arrives, and each for the first time in the order of the log. */
  const expectAll = (peer: Peer, acknowledged: readonly string[]) =>
    expectDeliveredWithin(30_000, { acknowledged, readLog: () => peer.log(), readers: { receiver } })

  test('two processes make every delivery once, in the order of the log', async () => {
    const peers = await begin()
    const created = await create(peers, 60)
    await expectAll(peers[1]!, created)
    expect(receiver.received).toHaveLength(created.length)
  })

  test('a process that is killed in the middle of an attempt loses nothing', async () => {
    const [first, second] = (await begin()) as [Peer, Peer]
    await second.kill()
    // The fifth one is never answered.
    receiver.answer = (response, nth) => void (nth === 4 || response.writeHead(204).end())
    const created = await create([first], 10)
    await receiver.has(5)
    // Of five, the last one alone is not written down.
    const text = "select count(*)::int as written from webhook_deliveries where status = 'succeeded'"
    await expect.poll(() => copy.database.query({ text })).toEqual([{ written: 4 }])
    await first.kill()
    await endLeases(copy.database)
    const third = await Peer.start(copy.url!)
    created.push(...(await create([third], 5)))
    await expectAll(third, created)
    const counts = Map.groupBy(idsAt(receiver), (id) => id)
    expect([...counts.values()].filter((times) => times.length > 1)).toHaveLength(1)
  })

  test('a process that is stopped hands its endpoints back at once', async () => {
    const [first, second] = (await begin()) as [Peer, Peer]
    receiver.answer = () => {}
    const created = await create([first], 3)
    await receiver.has(1)
    receiver.answer = (response) => void response.writeHead(204).end()
    for (const { process } of [first, second]) process.signal('SIGTERM')
    expect(await Promise.all([first, second].map(({ process }) => process.exited()))).toEqual([0, 0])
    const text = 'select lease from webhook_endpoints where id = $1'
    expect(await copy.database.query({ text }, [endpoint])).toEqual([{ lease: null }])
    await expectAll(await Peer.start(copy.url!), created)
  })
})
