import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Follow, transports } from '../support/followers.ts'
import { expectDelivered, expectDeliveredWithin, type Given } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'

const RECONNECTIONS = 1_000
const READERS = 20

const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!

/** A reader that comes and goes, over any transport and at any process, and goes on after what it was given last. */
class RestlessReader {
  readonly given: Given[] = []
  connections = 0
  readonly #start: string

  constructor(start: string) {
    this.#start = start
  }

  /** Where it goes on. */
  get cursor(): string | undefined {
    return this.given.at(-1)?.cursor ?? this.#start
  }

  async visit(peer: Peer, follow: Follow, time: number): Promise<void> {
    const follower = await follow(peer, this.cursor)
    await wait(time)
    this.given.push(...follower.given)
    follower.stop()
    this.connections++
  }
}

/** One that forgets where it was. */
class ForgetfulReader extends RestlessReader {
  override get cursor(): undefined {
    return undefined
  }
}

describe.skipIf(!onPostgres)('readers that come and go (need PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let peers: Peer[]
  beforeEach(async () => {
    empty = await emptyDatabase()
    peers = [await Peer.start(empty.url), await Peer.start(empty.url)]
  }, 120_000)
  afterEach(async () => {
    await killAll()
    await empty.drop()
  })

  test('a thousand times, over any transport and at any process, are given everything once and in order', async () => {
    const [peer] = peers as [Peer, Peer]
    const first = await peer.createUser()
    await expectDeliveredWithin(5_000, { acknowledged: [first], readLog: () => peer.log(), readers: {} })
    const start = (await peer.log())[0]!.cursor
    const readers = Array.from({ length: READERS }, () => new RestlessReader(start))
    const forgetful = new ForgetfulReader(start)

    const stopping = new AbortController()
    const writing = peers.map((one) => one.createUntil(stopping.signal))
    const roam = async (reader: RestlessReader) => {
      while (reader.connections < RECONNECTIONS / READERS)
        await reader.visit(any(peers), any(Object.values(transports)), Math.random() * 100)
    }
    await Promise.all([...readers, forgetful].map(roam))
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    expect(acknowledged.length).toBeGreaterThan(100)

    // The last visit lasts until everything has come.
    const readLog = () => peer.log(start)
    const last = await Promise.all(readers.map((reader) => transports['SSE']!(peer, reader.cursor)))
    const histories = readers.map((reader, nth) => ({
      get given() {
        return [...reader.given, ...last[nth]!.given]
      },
    }))
    const named = Object.fromEntries(histories.map((history, nth) => [`reader ${nth}`, history]))
    await expectDeliveredWithin(20_000, { acknowledged, readLog, readers: named })
    for (const follower of last) follower.stop()

    const log = await readLog()
    expect(() => expectDelivered({ acknowledged, log, readers: { forgetful } })).toThrow('forgetful')
  })
})
