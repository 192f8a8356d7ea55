import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clockAhead } from '../support/clock-ahead.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { transports } from '../support/followers.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'

const HOUR = 60 * 60 * 1_000

describe.skipIf(!onPostgres)(
  'with one clock an hour ahead and another an hour behind (needs PostgreSQL: set DATABASE_URL)',
  () => {
    let empty: Awaited<ReturnType<typeof emptyDatabase>>
    let ahead: Peer
    let behind: Peer
    let receiver: Receiver
    beforeEach(async () => {
      empty = await emptyDatabase()
      ahead = await Peer.start(empty.url, clockAhead(HOUR))
      behind = await Peer.start(empty.url, clockAhead(-HOUR))
      receiver = await Receiver.start()
      await ahead.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
    }, 120_000)
    afterEach(async () => {
      await killAll()
      await receiver.stop()
      await empty.drop()
    })

    /** Writers at both processes for so many milliseconds. What they return is what was acknowledged. */
    async function writeFor(time: number): Promise<string[]> {
      const stopping = AbortSignal.timeout(time)
      const writers = [ahead, behind, ahead, behind].map((peer) => peer.createUntil(stopping))
      return (await Promise.all(writers)).flat()
    }

    test('everything is delivered, in the one order of cursors', async () => {
      const followers = {
        'who follows the one ahead': await transports['SSE']!(ahead),
        'who follows the one behind': await transports['WebSocket']!(behind),
      }
      const acknowledged = await writeFor(2_000)
      const readers = { ...followers, receiver }
      await expectDeliveredWithin(20_000, { acknowledged, readLog: () => ahead.log(), readers })
      for (const follower of Object.values(followers)) follower.stop()

      const { data } = await ahead.sdk.events.list({ limit: 100 })
      const times = data.map(({ created_at }) => Date.parse(created_at))
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1.9 * HOUR)
    })

    test('a delivery that failed is repeated when it is due, once, whoever does it; and is signed with the right time', async () => {
      const arrivals = new Map<string, number[]>()
      receiver.answer = (response, _nth, { headers }) => {
        const id = headers['webhook-id']!
        const times = [...(arrivals.get(id) ?? []), performance.now()]
        arrivals.set(id, times)
        // Every event is refused the first time.
        response.writeHead(times.length === 1 ? 500 : 204).end()
      }
      const users: string[] = []
      for (let nth = 0; nth < 20; nth++) {
        users.push(await (nth % 2 ? ahead : behind).createUser())
        await wait(50)
      }
      await expect.poll(() => [...arrivals.values()].flat()).toHaveLength(2 * users.length)
      await wait(2_000)

      expect(arrivals.size).toBe(users.length)
      for (const times of arrivals.values()) {
        expect(times).toHaveLength(2)
        const pause = times[1]! - times[0]!
        expect(pause).toBeGreaterThan(3_900)
        expect(pause).toBeLessThan(9_000)
      }
      const now = Date.now() / 1_000
      for (const { headers } of receiver.received)
        expect(Math.abs(now - Number(headers['webhook-timestamp']))).toBeLessThan(60)
    })
  },
)
