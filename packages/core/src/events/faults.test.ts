import { setTimeout as wait } from 'node:timers/promises'
import { closing } from '@roster/test/closing'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { openDatabase } from '../data/open.ts'
import { entities } from '@roster/api'
import { type EventLog, startEventLog } from '../event-log/event-log.ts'
import { emit } from '../event-log/emit.ts'
import { NaiveReader, Reader, writeLate } from '../event-log/events.fixture.ts'
import { readLag } from '../event-log/lag.ts'
import { repeat } from '../background/repeat.ts'
import type { SequencingHook } from '../event-log/sequence.ts'

const WRITERS = 16

// Transactions of the embedded database run one after another, so that none of this can happen there.
describe.skipIf(!onPostgres)(
  'what was committed is followed, in order and once (needs PostgreSQL: set DATABASE_URL)',
  () => {
    let copy: TestDatabase
    let database: Database
    let log: EventLog
    let errors: unknown[]
    const opened = closing()

    beforeEach(async () => {
      copy = await copyDatabase()
      opened.add(() => copy.drop())
      errors = []
      database = await open()
      log = await start(database)
    })

    /** A process of its own, as far as the database is concerned. */
    async function open(connections = WRITERS + 4): Promise<Database> {
      const other = await openDatabase({ url: copy.directUrl! }, { name: 'roster', entities, connections })
      opened.add(() => other.close())
      return other
    }

    async function start(on: Database, hooks: SequencingHook[] = []): Promise<EventLog> {
      const report = (error: unknown) => errors.push(error)
      const started = await startEventLog({ database: on, now: Date.now, hooks, report })
      opened.add(() => started.stop())
      return started
    }

    /** 16 writers at once, each with so many transactions that commit some time after they began. Returns what was committed. */
    async function writeAll(each: number, round = 0): Promise<string[]> {
      const writers = Array.from({ length: WRITERS }, (_, writer) => writeLate(database, `r${round}w${writer}`, each))
      return (await Promise.all(writers)).flat()
    }

    /** The oracle: every committed event once, in the one order that the log has. */
    async function expectAll(reader: Reader, committed: string[]): Promise<void> {
      await expect.poll(() => reader.names.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(committed.length)
      expect(reader.names.toSorted()).toEqual(committed.toSorted())
      const seqs = reader.entries.map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    }

    /**
     * Returns the shortest time between the commit of an event and its arrival at the reader, in milliseconds: of five events, or fewer when one
     * arrives in less than a second. A busy machine delays some of them, and never makes one faster.
     */
    async function shortestDelay(reader: Reader, write: (nth: number) => Promise<string[]>): Promise<number> {
      let shortest = Number.POSITIVE_INFINITY
      for (let nth = 0; nth < 5 && shortest >= 1_000; nth++) {
        const before = reader.names
        const names = await write(nth)
        const committed = performance.now()
        await expect.poll(() => reader.names).toEqual([...before, ...names])
        shortest = Math.min(shortest, performance.now() - committed)
      }
      return shortest
    }

    /** Ends connections of the service that satisfy a condition, and returns something for each. */
    function terminate(condition: string): Promise<unknown[]> {
      const text = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${condition}`
      return copy.database.query({ text })
    }

    test('16 writers that commit late: a follower misses nothing, where naive readers miss events', async () => {
      const reader = await Reader.follow(log.feed)
      const naive = [new NaiveReader(copy.database, 'id'), new NaiveReader(copy.database, 'created_at')]
      const committed = await writeAll(20)
      await expectAll(reader, committed)
      await reader.stop()
      for (const one of naive) {
        await one.stop()
        expect(one.names.size).toBeLessThan(committed.length)
      }
    })

    test('two processes at work: followers of both get the same, in the same order', async () => {
      const other = await start(await open())
      const readers = [await Reader.follow(log.feed), await Reader.follow(other.feed)]
      const committed = await writeAll(15)
      for (const reader of readers) await expectAll(reader, committed)
      expect(readers[0]!.names).toEqual(readers[1]!.names)
      await Promise.all(readers.map((reader) => reader.stop()))
    })

    test('sequencers that are killed fifty times in the middle of a batch: every hook has met every event once', async () => {
      await database.query({ text: 'create table deliveries (event_id text primary key, seq bigint)' })
      const text = 'insert into deliveries select id, seq from sequenced, (select pg_sleep(0.02)) as work'
      await log.stop()
      // While one gets over its death the others go on.
      for (let nth = 0; nth < 4; nth++) log = await start(await open(4), [{ name: 'deliveries', text }])
      const reader = await Reader.follow(log.feed)
      const kills: unknown[] = []
      const killing = repeat(
        async () => {
          // Who has written has the turn, and is not done with it.
          const condition = `query ilike '%sequenced as (%' and state = 'active' and backend_xid is not null`
          kills.push(...(await terminate(condition)))
          return 5
        },
        { report: (error) => errors.push(error) },
      )
      const committed: string[] = []
      for (let round = 0; kills.length < 50; round++) committed.push(...(await writeAll(5, round)))
      await killing.stop()
      await expectAll(reader, committed)
      const deliveries = await database.query({ text: 'select event_id as id, seq from deliveries order by seq' })
      expect(deliveries).toEqual(reader.entries.map(({ id, seq }) => ({ id, seq })))
      await reader.stop()
    })

    test('a LISTEN that is cut off delays nothing by more than a moment, and is replaced', async () => {
      const reader = await Reader.follow(log.feed)
      const listening = () => terminate(`query ilike 'listen %' and state = 'idle'`)
      const delay = await shortestDelay(reader, async (nth) => {
        await expect.poll(listening).toHaveLength(1)
        return writeLate(database, `silent${nth}`, 1)
      })
      expect(delay).toBeLessThan(1_000)
      await expect.poll(listening).toHaveLength(1)
      const before = reader.names
      await expectAll(reader, [...before, ...(await writeAll(2))])
      await reader.stop()
    })

    test('readers that come back at random cursors get what they would have got', async () => {
      const reader = await Reader.follow(log.feed)
      const writing = writeAll(10)
      const visits: { from: number; names: string[] }[] = []
      const visit = async () => {
        const [from, cursor] = [reader.entries.length, reader.cursor]
        const visitor = await Reader.follow(log.feed, Math.random() < 0.5 ? cursor : cursor.replace(/\d+$/, '0'))
        await wait(Math.random() * 50)
        await visitor.stop()
        visits.push({ from: visitor.subscription.cursor === cursor ? from : 0, names: visitor.names })
      }
      for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, visit))
      await expectAll(reader, await writing)
      for (const { from, names } of visits) expect(names).toEqual(reader.names.slice(from, from + names.length))
      await reader.stop()
    })

    test('a write transaction that stays open holds nobody up, and its own events come when it is committed', async () => {
      const reader = await Reader.follow(log.feed)
      const held = copy.database.transaction()
      emit(held, { time: Date.now(), event: 'user.created', actor: null, data: { id: 'held' }, owner: 'held' })
      await held.flush()
      const committed = await writeAll(2)
      await expect.poll(() => reader.names.toSorted()).toEqual(committed.toSorted())
      await held.commit()
      await expectAll(reader, [...committed, 'held'])
      expect(reader.names.at(-1)).toBe('held')
      expect(await readLag(copy.database)).toEqual({ unsequenced: 0, age: 0 })
      await reader.stop()
    })

    test('an event is followed within a second of its commit, whichever process committed it', async () => {
      const reader = await Reader.follow(log.feed)
      const silent = await open()
      expect(await shortestDelay(reader, (nth) => writeLate(silent, `silent${nth}`, 1))).toBeLessThan(1_000)
      await reader.stop()
    })
  },
)
