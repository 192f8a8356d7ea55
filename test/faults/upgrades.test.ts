import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Follower, transports } from '../support/followers.ts'
import { expectDeliveredWithin, firstOf, type Given, type Reader } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { killAll, launch, SHARED_SECRET } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'
import { checkOut, commitBeforeMigration } from '../support/version-before.ts'

/** For how long there is load, in milliseconds; `ROSTER_UPGRADE_SECONDS=600` tries ten minutes. */
const SPAN = Number(process.env['ROSTER_UPGRADE_SECONDS'] ?? 20) * 1_000

const commit = commitBeforeMigration()

/** Somebody who follows one process after another, from where it was. */
class Wanderer implements Reader {
  #before: Given[] = []
  #follower: Follower | undefined

  get given(): readonly Given[] {
    return [...this.#before, ...(this.#follower?.given ?? [])]
  }

  async follow(peer: Peer): Promise<void> {
    this.stop()
    this.#before = [...this.given]
    this.#follower = undefined
    this.#follower = await transports['SSE']!(peer, this.#before.at(-1)?.cursor)
  }

  stop(): void {
    this.#follower?.stop()
  }
}

/** Creates users at a process, and reads each at another one, until it is told to stop. Throws with the first request that fails. */
function writeAt(peer: Peer, other: Peer = peer): { end: () => Promise<string[]> } {
  const stopping = new AbortController()
  const write = async () => {
    const created: string[] = []
    while (!stopping.signal.aborted) {
      const id = await peer.createUser()
      created.push(id)
      expect((await other.sdk.users.get(id)).id).toBe(id)
    }
    return created
  }
  const writing = Promise.all([write(), write()])
  return {
    async end() {
      stopping.abort()
      return (await writing).flat()
    },
  }
}

async function retire(peer: Peer): Promise<void> {
  peer.process.signal('SIGTERM')
  expect(await peer.process.exited()).toBe(0)
}

describe.skipIf(!onPostgres || commit === undefined)(
  'the version before the newest migration, and this one (needs PostgreSQL: set DATABASE_URL; and the history of git)',
  () => {
    let empty: Awaited<ReturnType<typeof emptyDatabase>>
    let repository: string
    let receiver: Receiver
    beforeEach(async () => {
      empty = await emptyDatabase()
      repository = await checkOut(commit!)
      receiver = await Receiver.start()
    })
    afterEach(async () => {
      await killAll()
      await receiver.stop()
      await empty.drop()
      await rm(repository, { recursive: true, force: true })
    })

    /** What `roster migrate` ends with, and says. */
    async function migrate(): Promise<[number | null, string]> {
      const command = launch({ DATABASE_URL: empty.url, ROSTER_SECRET: SHARED_SECRET }, ['migrate'])
      return [await command.exited(), command.output()]
    }

    test(
      'serve one database together, and that before goes on alone after a rollback: no request fails, and no event is missed',
      { timeout: 300_000 + 2 * SPAN },
      async () => {
        const before = await Peer.start(empty.url, {}, repository)
        await before.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
        const hooks: Reader = {
          get given() {
            return firstOf(receiver.events.map(({ cursor, data }) => ({ cursor, id: data.id })))
          },
        }
        const stays = new Wanderer()
        const wanders = new Wanderer()
        await Promise.all([stays.follow(before), wanders.follow(before)])
        const acknowledged: string[] = []

        const alone = writeAt(before)
        await wait(SPAN / 4)
        const early = launch({ DATABASE_URL: empty.url, ROSTER_SECRET: SHARED_SECRET, ROSTER_MIGRATE: 'off' })
        expect([await early.exited(), early.output()]).toEqual([1, expect.stringContaining('Run `roster migrate`')])
        expect(await migrate()).toEqual([0, expect.stringMatching(/Migrated: \d+ taken\.\n$/)])
        expect(await migrate()).toEqual([0, 'The schema is up to date.\n'])
        const now = await Peer.start(empty.url, { ROSTER_MIGRATE: 'off' })
        await wanders.follow(now)
        acknowledged.push(...(await alone.end()))

        const both = [writeAt(before, now), writeAt(now, before)]
        await wait(SPAN / 2)
        for (const one of both) acknowledged.push(...(await one.end()))
        await stays.follow(now)
        await retire(before)
        const upgraded = writeAt(now)
        const again = await Peer.start(empty.url, {}, repository)
        acknowledged.push(...(await upgraded.end()))

        const back = writeAt(again)
        await Promise.all([stays.follow(again), wanders.follow(again)])
        await retire(now)
        await wait(SPAN / 4)
        acknowledged.push(...(await back.end()))

        expect(acknowledged.length).toBeGreaterThan(SPAN / 1_000)
        const readers = { stays, wanders, hooks }
        await expectDeliveredWithin(60_000, { acknowledged, readLog: () => again.log(), readers })
        for (const reader of [stays, wanders]) reader.stop()
      },
    )
  },
)
