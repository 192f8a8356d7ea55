import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@roster/core'
import { migrate, openDatabase, startEventLog } from '@roster/core/server'
import { application, entities } from '@roster/api'
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { commitEvents, Reader } from '../../packages/core/src/event-log/events.fixture.ts'
import { closing } from '../support/closing.ts'
import { type Follower, transports } from '../support/followers.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { startLink } from '../support/link.ts'
import { Peer } from '../support/peer.ts'
import { lacksPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { killAll } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'

const MINUTE = 60_000

// An open transaction holds up every database of its server, so that a server of the test's own is needed for more than its restart.
describe.skipIf(lacksPostgres)('on a PostgreSQL server', () => {
  let server: PostgresServer
  const opened = closing()
  beforeEach(async () => {
    server = await startPostgres()
    opened.add(() => server.stop(), killAll)
  }, 60_000)

  /** Our own connections, as the service has them. */
  async function open(url = server.url): Promise<Database> {
    const database = await openDatabase({ url }, { name: 'roster', entities })
    opened.add(() => database.close())
    return database
  }

  /** Somebody who follows over each transport. */
  async function followAll(peer: Peer): Promise<Record<string, Follower>> {
    const followers: Record<string, Follower> = {}
    for (const [name, follow] of Object.entries(transports)) followers[name] = await follow(peer)
    opened.add(() => Object.values(followers).forEach((follower) => follower.stop()))
    return followers
  }

  test('that is restarted five times while events are written and read nothing is lost', async () => {
    const peer = await Peer.start(server.url)
    const receiver = await Receiver.start()
    opened.add(() => receiver.stop())
    await peer.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
    const followers = await followAll(peer)

    const stopping = new AbortController()
    const writing = [1, 2, 3, 4].map(() => peer.createUntil(stopping.signal))
    for (const how of ['fast', 'immediate', 'fast', 'immediate', 'immediate'] as const) {
      const before = followers['SSE']!.given.length
      await expect.poll(() => followers['SSE']!.given.length).toBeGreaterThan(before + 20)
      await server.restart(how, Math.random() * 1_000)
    }
    await wait(1_000)
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    expect(Object.values(followers).flatMap(({ errors }) => errors)).toEqual([])

    const readers = { ...followers, receiver }
    await expectDeliveredWithin(20_000, { acknowledged, readLog: () => peer.log(), readers })
  })

  test('on which somebody leaves a transaction open for a minute nobody is held up, and nothing is lost', async () => {
    const [one, two] = [await Peer.start(server.url), await Peer.start(server.url)]
    const followers = await followAll(two)
    const outsider = new Client({ connectionString: server.url })
    await outsider.connect()
    await outsider.query('begin')
    await outsider.query('select pg_current_xact_id()')
    const own = (await open()).transaction()
    opened.add(() => own.rollback())
    await own.query({ text: 'select pg_current_xact_id()' })

    const start = performance.now()
    const stopping = new AbortController()
    const writing = [one.createUntil(stopping.signal), two.createUntil(stopping.signal)]
    await wait(2_000)
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    await expectDeliveredWithin(5_000, { acknowledged, readLog: () => one.log(), readers: followers })
    await wait(MINUTE - (performance.now() - start))
    expect(await one.metric('event_log_unsequenced_events')).toBe(0)
    // The server ends those that the service itself leaves open, after half a minute.
    await expect(own.query({ text: 'select 1' })).rejects.toThrow(/idle-in-transaction|terminated|connection error/)

    acknowledged.push(await one.createUser())
    await expectDeliveredWithin(5_000, { acknowledged, readLog: () => one.log(), readers: followers })
    await outsider.query('commit')
    await outsider.end()
  })

  test('whose LISTEN goes dead in silence events still come within a second, and it is replaced within 15 seconds', async () => {
    const link = await startLink(server.url)
    opened.add(() => link.close())
    const writer = await open()
    await migrate(writer, application.ledgers)
    const database = await open(link.url)
    const log = await startEventLog({ database, now: Date.now, report: () => {} })
    opened.add(() => log.stop())
    const heard: number[] = []
    const listener = database.listen('anything', () => heard.push(performance.now()))
    opened.add(() => listener.close())
    await expect.poll(() => heard).toHaveLength(1)
    const reader = await Reader.follow(log.feed)

    link.freeze('listen ')
    const start = performance.now()
    const names: string[] = []
    const delays: number[] = []
    while (heard.length === 1 && performance.now() - start < 15_000) {
      names.push(`e${names.length}`)
      await commitEvents(writer, names.at(-1)!)
      const committed = performance.now()
      await expect.poll(() => reader.names).toEqual(names)
      delays.push(performance.now() - committed)
      await wait(100)
    }
    expect(heard).toHaveLength(2)
    // A busy machine makes some of them late. If all waited for the LISTEN, all would be.
    const median = delays.toSorted((one, other) => one - other)[delays.length >> 1]
    expect(median).toBeLessThan(1_000)
    await reader.stop()
  })
})
