import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Follower, transports } from '../support/followers.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'

describe.skipIf(!onPostgres)('of two processes on one database (needs PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let one: Peer
  let two: Peer
  let follower: Follower
  beforeEach(async () => {
    empty = await emptyDatabase()
    one = await Peer.start(empty.url)
    two = await Peer.start(empty.url)
    follower = await transports['SSE']!(two)
  }, 120_000)
  afterEach(async () => {
    follower.stop()
    await killAll()
    await empty.drop()
  })

  /** Four writers at each process. What they return is what was acknowledged. */
  async function writeAt(peers: readonly Peer[], stopping: AbortSignal): Promise<string[]> {
    const writers = peers.flatMap((peer) => [1, 2, 3, 4].map(() => peer.createUntil(stopping)))
    return (await Promise.all(writers)).flat()
  }

  test('one is stopped for three seconds in the middle of its work, five times, and continued: the other goes on', async () => {
    const other = await transports['WebSocket']!(one)
    const stopping = new AbortController()
    const writing = writeAt([one, two], stopping.signal)
    for (let round = 0; round < 5; round++) {
      await wait(500 + Math.random() * 200)
      one.process.signalGroup('SIGSTOP')
      await wait(1_000)
      const id = await two.createUser()
      await vi.waitFor(() => expect(follower.given.some((event) => event.id === id)).toBe(true), 5_000)
      await wait(2_000)
      one.process.signalGroup('SIGCONT')
    }
    stopping.abort()
    const readers = { 'who follows the other': follower, 'who follows the one': other }
    await expectDeliveredWithin(10_000, { acknowledged: await writing, readLog: () => one.log(), readers })
  })

  test('one is killed in the middle of its work: what it acknowledged is delivered within five seconds', async () => {
    const stopping = new AbortController()
    const writing = writeAt([one], stopping.signal)
    await wait(2_000)
    await one.kill()
    stopping.abort()
    const acknowledged = await writing
    expect(acknowledged.length).toBeGreaterThan(0)
    await expectDeliveredWithin(5_000, { acknowledged, readLog: () => two.log(), readers: { follower } })
  })
})
