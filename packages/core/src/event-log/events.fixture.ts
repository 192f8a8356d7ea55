import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../data/database.ts'
import { emit } from './emit.ts'
import type { Entry } from './entry.ts'
import type { Feed } from './feed.ts'
import { sequence, type SequencingHook } from './sequence.ts'
import type { Subscription, SubscriptionOptions } from './subscription.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')

const happened = (id: string, time: number) =>
  ({ time, event: 'user.created', actor: null, data: { id }, owner: id }) as const

/** Commits one event for each name, in one transaction. The name is the identifier of the event's record. */
export async function commitEvents(database: Database, ...names: string[]): Promise<void> {
  const transaction = database.transaction()
  for (const id of names) emit(transaction, happened(id, NOW))
  await transaction.commit()
}

/** Gives every committed event its position in the log. */
export async function sequenceAll(database: Database, hooks: readonly SequencingHook[] = []): Promise<void> {
  for (let run = 0; run < 200; run++) {
    const { more } = await sequence(database, hooks)
    if (!more) return
  }
  throw new Error('Places are given without an end.')
}

/** Returns the names in the log, in order. */
export async function logged(database: Database): Promise<string[]> {
  const text = `select data->>'id' as name from events where seq is not null order by seq`
  return (await database.query<{ name: string }>({ text })).map(({ name }) => name)
}

/** Changes the log's origin, as if the server had continued on another timeline. */
export const moveTimeline = ({ query }: Database) =>
  query({ text: `update event_log set origin = regexp_replace(coalesce(origin, ''), '[^/]*$', 'FFFFFFFF')` })

/** Deletes the events after a position, as if a standby had been promoted that did not have them. */
export const loseAfter = ({ query }: Database, seq: number) =>
  query(
    {
      text: `with lost as (delete from events where seq > $1)
        update event_log set head = $1, origin = regexp_replace(origin, '[^/]*$', 'FFFFFFFF')`,
    },
    [seq],
  )

/** Returns the subscription options of a subscriber that sees only one user's records. */
export const ownedBy = (owner: string) => ({
  isFor: ({ user_id }: Entry) => user_id === owner,
  selection: () => ({ owner }),
})

/** A reader that stores all received entries. It can be stopped at any time, and has the cursor of its last entry. */
export class Reader {
  readonly entries: Entry[] = []
  readonly #stopping = new AbortController()
  readonly #reading: Promise<void>
  readonly subscription: Subscription

  private constructor(subscription: Subscription, stopping: AbortController) {
    this.subscription = subscription
    this.#stopping = stopping
    this.#reading = this.#read()
    this.#reading.catch(() => {})
  }

  static async follow(feed: Feed, after?: string, options?: SubscriptionOptions): Promise<Reader> {
    const stopping = new AbortController()
    return new Reader(await feed.subscribe({ ...options, after, signal: stopping.signal }), stopping)
  }

  async #read(): Promise<void> {
    for await (const batch of this.subscription.batches) this.entries.push(...batch)
  }

  get names(): string[] {
    return this.entries.map(({ data }) => data.id)
  }

  /** Cursor from which a next reader continues. */
  get cursor(): string {
    return this.entries.at(-1)?.cursor ?? this.subscription.cursor
  }

  /** Stops the reader. Throws the error that ended the reader before, if any. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#reading
  }
}

/** Commits events one by one, each up to 30 ms after its transaction has written. Returns their names. */
export async function writeLate(database: Database, writer: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, nth) => `${writer}-${nth}`)
  for (const id of names) {
    const transaction = database.transaction()
    emit(transaction, happened(id, Date.now()))
    await transaction.flush()
    await wait(Math.random() * 30)
    await transaction.commit()
  }
  return names
}

/** A reader that continues after the last value of a column that it has read: the naive method, which misses events. */
export class NaiveReader {
  readonly names = new Set<string>()
  readonly #database: Database
  readonly #column: 'id' | 'created_at'
  #isOver = false
  readonly #reading: Promise<void>

  constructor(database: Database, column: 'id' | 'created_at') {
    this.#database = database
    this.#column = column
    this.#reading = this.#read()
  }

  async #read(): Promise<void> {
    const column = this.#column
    const text = `select ${column} as place, data->>'id' as name from events where $1::text is null or ${column} > $1 order by ${column}`
    const typed = text.replaceAll('> $1', column === 'id' ? '> $1' : '> $1::timestamptz')
    let last: string | null = null
    while (!this.#isOver) {
      const rows: { place: string; name: string }[] = await this.#database.query({ text: typed }, [last])
      for (const { place, name } of rows) {
        this.names.add(name)
        last = place
      }
      await wait(2)
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#reading
  }
}
