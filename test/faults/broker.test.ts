import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Follower, transports } from '../support/followers.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { lacksNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { PATIENCE } from '../support/patience.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { freePort } from '../support/raw-requests.ts'

const PUBLISHING = 'event_log_publishing'
const AT_BROKER = 'event_log_source{source="broker"}'
const CHANGES = 'event_log_source_changes_total{source="database"}'
const RETURNS = 'event_log_source_changes_total{source="broker"}'

describe.skipIf(lacksNats || !onPostgres)('with a broker (needs PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  const servers: NatsServer[] = []
  const followers: Follower[] = []
  beforeEach(async () => {
    empty = await emptyDatabase()
  }, 120_000)
  afterEach(async () => {
    for (const follower of followers.splice(0)) follower.stop()
    await killAll()
    for (const server of servers.splice(0)) await server.stop()
    await empty.drop()
  })

  async function startServer(options?: { jetstream: boolean }): Promise<NatsServer> {
    const server = await startNats(options)
    servers.push(server)
    return server
  }

  const startPeer = (ROSTER_EVENTS_URL: string) => Peer.start(empty.url, { ROSTER_EVENTS_URL })

  async function follow(transport: string, peer: Peer): Promise<Follower> {
    const follower = await transports[transport]!(peer)
    followers.push(follower)
    return follower
  }

  const comesTo = (peer: Peer, metric: string) =>
    vi.waitFor(async () => expect(await peer.metric(metric)).toBe(1), { timeout: PATIENCE, interval: 200 })

  /** One that publishes, and one that follows. */
  async function startBoth(url: string): Promise<[Peer, Peer]> {
    const one = await startPeer(url)
    await comesTo(one, PUBLISHING)
    const two = await startPeer(url)
    await comesTo(two, AT_BROKER)
    return [one, two]
  }

  test('that is killed, stopped and continued, and loses its stream, nothing is missed or comes twice, and it is followed again', async () => {
    const server = await startServer()
    const [one, two] = await startBoth(server.url)
    const readers = {
      'who follows the publisher': await follow('SSE', one),
      'who follows it': await follow('wsLink', two),
    }
    const stopping = new AbortController()
    const writing = [one, two].map((peer) => peer.createUntil(stopping.signal))
    const ofBoth = async (metric: string) => (await one.metric(metric)) + (await two.metric(metric))
    for (const fail of [
      () => server.restart(2_000),
      () => server.deleteStreams(),
      () => server.freeze(3_000),
      () => server.restart(0),
    ]) {
      await wait(1_000)
      const returns = await ofBoth(RETURNS)
      await fail()
      await vi.waitFor(
        async () => {
          expect(await ofBoth(RETURNS)).toBeGreaterThan(returns)
          expect(await ofBoth(AT_BROKER)).toBe(1)
        },
        { timeout: PATIENCE, interval: 200 },
      )
    }
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    expect(acknowledged.length).toBeGreaterThan(0)
    await expectDeliveredWithin(20_000, { acknowledged, readLog: () => one.log(), readers })
    expect(await ofBoth(CHANGES)).toBeGreaterThanOrEqual(4)
  })

  test('whose publisher is killed: another one publishes, and what was acknowledged is delivered within five seconds', async () => {
    const server = await startServer()
    const [one, two] = await startBoth(server.url)
    const reader = await follow('SSE', two)
    const stopping = new AbortController()
    const writing = one.createUntil(stopping.signal)
    await wait(1_000)
    await one.kill()
    stopping.abort()
    await expectDeliveredWithin(5_000, { acknowledged: await writing, readLog: () => two.log(), readers: { reader } })
    await comesTo(two, PUBLISHING)
  })

  test.each([
    ['without JetStream', async () => (await startServer({ jetstream: false })).url, 'the broker has no JetStream'],
    ['at a wrong address', async () => `nats://127.0.0.1:${await freePort()}`, 'the broker does not answer'],
  ])('%s the service starts, says what to mend, is ready, and reads the database', async (_, urlOf, advice) => {
    const peer = await startPeer(await urlOf())
    await peer.process.written(new RegExp(`ROSTER_EVENTS_URL: ${advice}`))
    const reader = await follow('SSE', peer)
    const acknowledged = [await peer.createUser()]
    await expectDeliveredWithin(10_000, { acknowledged, readLog: () => peer.log(), readers: { reader } })
    expect((await fetch(`${peer.url}/readyz`)).status).toBe(200)
    expect(await peer.metric('event_log_source{source="database"}')).toBe(1)
  })
})
