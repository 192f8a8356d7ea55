import { isDeepStrictEqual } from 'node:util'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../data/database.ts'
import { type MemoryBroker, MemoryStream } from './broker.fixture.ts'
import { type EventLog, startEventLog } from './event-log.ts'
import { commitEvents, logged, loseAfter, moveTimeline, Reader } from './events.fixture.ts'

/** A process that follows the log at a broker, and what it asks the database for. */
interface Process {
  broker: MemoryBroker
  log: EventLog
  reader: Reader
  /** How often it has read the log from the database. */
  reads: () => number
  /** Whether the database leaves it without an answer. */
  starve: (whether: boolean) => void
  told: unknown[]
}

describe.runIf(onPostgres)('at a broker (needs PostgreSQL: set DATABASE_URL)', () => {
  let copy: TestDatabase
  let database: Database
  let stream: MemoryStream
  const processes: Process[] = []
  beforeEach(async () => {
    copy = await copyDatabase()
    database = copy.database
    stream = new MemoryStream()
  })
  afterEach(async () => {
    for (const { reader, log } of processes.splice(0)) {
      await reader.stop()
      await log.stop()
    }
    await copy.drop()
  })

  async function start(capacity?: number): Promise<Process> {
    const broker = stream.connect(capacity)
    let [reads, isStarved] = [0, false]
    const query: Database['query'] = (...call) => {
      if (call[0].name === 'event log after a place') reads++
      return isStarved ? new Promise(() => {}) : database.query(...call)
    }
    const told: unknown[] = []
    const report = (error: unknown) => void told.push(error)
    const log = await startEventLog({ database: { ...database, query }, now: Date.now, broker, report })
    const reader = await Reader.follow(log.feed)
    const starve = (whether: boolean) => void (isStarved = whether)
    processes.push({ broker, log, reader, reads: () => reads, starve, told })
    return processes.at(-1)!
  }

  /** Starts some, one of which has come to publish, which is then the first, while the others follow. */
  async function startAll(count: number, capacity?: number): Promise<[Process, ...Process[]]> {
    for (let nth = 0; nth < count; nth++) await start(capacity)
    for (const process of processes) await takesPart(process)
    // On a busy machine, who was silent for a moment may have been relieved.
    processes.sort((one, other) => Number(publishes(other)) - Number(publishes(one)))
    return processes as [Process, ...Process[]]
  }

  const publishes = ({ log }: Process): boolean => log.relay?.isPublishing ?? false

  async function takesPart(process: Process): Promise<void> {
    await expect.poll(() => publishes(process) || process.log.relay?.source === 'broker').toBe(true)
  }

  let count = 0
  /** Commits some events, and waits until they have their places. */
  async function happen(events = 1): Promise<void> {
    const names = Array.from({ length: events }, () => `e${count++}`)
    await commitEvents(database, ...names)
    await expect.poll(() => logged(database)).toContain(names.at(-1))
  }

  /** Every process was given the log, once and in its order. */
  async function expectAllRead(): Promise<void> {
    const log = await logged(database)
    for (const { reader } of processes) await expect.poll(() => reader.names).toEqual(log)
  }

  test('one publishes, and the others read nothing from the database', async () => {
    await startAll(3)
    // On a busy machine, who is silent for a moment makes the others turn to the database: such a round tells nothing.
    const changes = () => processes.map(({ log }) => ({ ...log.relay!.changes }))
    let calm = 0
    for (let round = 0; round < 20 && calm < 5; round++) {
      for (const process of processes) await takesPart(process)
      const followers = processes.filter((process) => !publishes(process))
      const reads = () => followers.map((follower) => follower.reads())
      const before = { changes: changes(), reads: reads() }
      await happen(20)
      await expectAllRead()
      if (!isDeepStrictEqual(changes(), before.changes)) continue
      calm++
      expect(reads()).toEqual(before.reads)
      expect(followers.map(({ log }) => log.relay?.source)).toEqual(['broker', 'broker'])
    }
    expect(calm).toBe(5)
    expect(processes.find(publishes)?.log.relay?.source).toBe('database')
  })

  test('an entry is at the broker what it is in the database', async () => {
    const [first, second] = await startAll(2)
    await happen()
    await expectAllRead()
    expect(second!.reader.entries).toEqual(first.reader.entries)
  })

  test('a message that is lost is noticed by the next one, and what was missed is read from the database', async () => {
    const [, second] = await startAll(2)
    const changes = () => second!.log.relay!.changes.database
    // A look at the database may come first, on a busy machine.
    for (let round = 0; round < 5 && changes() === 0; round++) {
      second!.broker.fate = () => []
      await happen()
      second!.broker.fate = (text) => [text]
      await expectAllRead()
    }
    expect(changes()).toBeGreaterThan(0)
    await takesPart(second!)
  })

  test('messages that come twice, or again later, are taken once', async () => {
    const [, second] = await startAll(2)
    const known: string[] = []
    second!.broker.fate = (text) => {
      known.push(text)
      return [text, text, ...known.slice(-8)]
    }
    for (let round = 0; round < 10; round++) await happen(3)
    await expectAllRead()
  })

  test('messages that come in another order leave no event out', async () => {
    const [, second] = await startAll(2)
    let held: string | undefined
    second!.broker.fate = (text) => {
      const arriving = held === undefined ? [] : [text, held]
      held = held === undefined ? text : undefined
      return arriving
    }
    for (let round = 0; round < 10; round++) await happen(3)
    await expectAllRead()
  })

  test.each(['', '[]', '{"form":1}', '{"form":2,"after":0,"log":{"epoch":"a","earlier":[],"head":0,"kept_from":1}}'])(
    'a message that is not understood, such as %s, is no end of it: the database is read',
    async (odd) => {
      const [, second] = await startAll(2)
      second!.broker.fate = () => [odd]
      await happen()
      await expectAllRead()
      expect(second!.log.relay?.source).toBe('database')
    },
  )

  test('entries of another log, or that are not numbered without a gap, are never taken', async () => {
    const [, second] = await startAll(2)
    for (const change of [
      (text: string) => text.replace(/"epoch":"[^"]*"/, '"epoch":"another"'),
      (text: string) => text.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + 1}`),
    ]) {
      second!.broker.fate = (text) => [change(text)]
      await happen(2)
      await expectAllRead()
    }
  })

  test('an entry that is too large for a message is read from the database', async () => {
    await startAll(2, 600)
    await happen(20)
    await commitEvents(database, 'x'.repeat(2_000))
    await happen(20)
    await expectAllRead()
  })

  test('when who publishes is gone the database is read, and another one publishes', async () => {
    const [first, second, third] = await startAll(3)
    first.broker.isFrozen = true
    await happen()
    await expectAllRead()
    await expect.poll(() => [second, third].filter((one) => one!.log.relay?.isPublishing).length).toBe(1)
    // Continued, it finds that it publishes no more.
    first.broker.isFrozen = false
    await happen()
    await expectAllRead()
    await takesPart(first)
    await expect.poll(() => processes.filter(({ log }) => log.relay?.isPublishing).length).toBe(1)
  })

  test('who publishes and has no answer of the database is silent, so that the others read for themselves', async () => {
    const [first, second] = await startAll(2)
    first.starve(true)
    await expect.poll(() => second!.log.relay?.isPublishing).toBe(true)
    await happen()
    await expect.poll(() => second!.reader.names.length).toBe(1)
    first.starve(false)
    await expectAllRead()
  })

  test('when the stream is deleted, and made again, the database is read, and both meet again', async () => {
    const [, second] = await startAll(2)
    await happen()
    stream.delete()
    await happen()
    await expectAllRead()
    await expect.poll(() => processes.filter(({ log }) => log.relay?.source === 'broker').length).toBe(1)
    await happen()
    await expectAllRead()
    expect(second!.told).toEqual([])
  })

  test('when the log is replaced by another one, who follows at the broker is told', async () => {
    const [, second] = await startAll(2)
    await happen(2)
    await expectAllRead()
    await database.query({ text: `update event_log set epoch = 'restored'` })
    await expect.poll(() => second!.log.feed.cursor).toBe('restored:2')
    for (const { reader } of processes) await expect(reader.stop()).rejects.toMatchObject({ code: 'cursor-expired' })
    for (const process of processes) process.reader = await Reader.follow(process.log.feed)
    await expect.poll(() => processes.some(({ log }) => log.relay?.source === 'broker')).toBe(true)
    expect(processes.flatMap(({ told }) => told)).toEqual([])
  })

  test('after a failover that lost nothing everybody goes on, and at the broker again', async () => {
    const [first, second] = await startAll(2)
    await happen(3)
    await expectAllRead()
    await moveTimeline(database)
    await happen(3)
    await expectAllRead()
    await takesPart(second!)
    await happen()
    await expectAllRead()
    const epochs = second!.reader.entries.map(({ cursor }) => cursor.split(':')[0]!)
    expect(new Set(epochs).size).toBe(2)
    expect(second!.reader.entries).toEqual(first.reader.entries)
    expect(processes.flatMap(({ told }) => told)).toEqual([])
  })

  test('after a failover those are told, and only those, who were given what was lost', async () => {
    const [first, second] = await startAll(2)
    await happen(3)
    await expectAllRead()
    const [, kept, lost] = second!.reader.entries.map(({ cursor }) => cursor)
    await loseAfter(database, 2)
    await happen()
    const names = await logged(database)
    for (const { reader, log } of processes) {
      await expect.poll(() => log.feed.cursor.endsWith(':3') && log.feed.cursor !== lost).toBe(true)
      await expect(reader.stop()).rejects.toMatchObject({ code: 'cursor-expired' })
      expect(await log.feed.subscribe({ after: lost })).toMatchObject({ reset: true })
    }
    for (const process of processes) process.reader = await Reader.follow(process.log.feed, kept)
    for (const { reader } of processes) await expect.poll(() => reader.names).toEqual(names.slice(2))
    await expect.poll(() => processes.some(({ log }) => log.relay?.source === 'broker')).toBe(true)
    expect([first.reader.entries, processes.flatMap(({ told }) => told)]).toEqual([second!.reader.entries, []])
  })

  test('a broker that takes nothing is told of once, and followers read the database', async () => {
    const first = await start()
    const appending = vi.spyOn(first.broker, 'append')
    first.broker.isFrozen = true
    await happen()
    await expectAllRead()
    await expect.poll(() => appending.mock.calls.length).toBeGreaterThan(2)
    expect(first.told).toEqual([new Error('The broker does not answer.')])
    first.broker.isFrozen = false
    await expect.poll(() => first.log.relay?.isPublishing).toBe(true)
    expect(first.told).toHaveLength(1)
  })
})
