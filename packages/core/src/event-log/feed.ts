import type { Database } from '../data/database.ts'
import type { Listener } from '../data/driver.ts'
import { gathered } from '../data/gathered.ts'
import { lookEvery } from '../data/look.ts'
import type { Query } from '../data/statement.ts'
import { formatCursor, type Position } from './cursor.ts'
import { type Entry, readEntriesAt } from './entry.ts'
import { lastShared, positionAt } from './epochs.ts'
import { cursorExpired, holds, type LogState, positionOf, reaches, readState } from './log-state.ts'
import { PAGE, readOn } from './read-on.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { entriesChannel } from './sequence.ts'
import { Tail } from './tail.ts'

/** How often the log is looked at when nobody says that there is something new, in milliseconds. */
const POLL = 100

export interface FeedOptions {
  database: Database
  /** Told of the first error of an outage; the feed goes on after it. */
  report: (error: unknown) => void
}

/** An event, and its place in the log. */
export interface Place {
  readonly seq: number
  readonly id: string
}

/** Where a follower begins, and what it is given. */
export interface Subscription {
  /** Place after which the entries begin. */
  readonly cursor: string
  /** Whether the log could not be followed from the cursor that was asked for; the entries then begin at the end of the log. */
  readonly reset: boolean
  /**
   * Entries after `cursor`: each once, in order, for ever, those that exist by now in several batches. The next batch is made when it
   * is asked for, so that a slow follower costs no memory. Ends when the signal is aborted or the feed is closed; throws
   * `cursor-expired` when what was given is lost in a failover, or the log is deleted faster than it is followed.
   */
  readonly batches: AsyncIterable<readonly Entry[]>
}

/**
 * The log as a process follows it: it reads every new entry once, whatever the number of followers. Those that lag behind what is kept in
 * memory read on from the database by themselves.
 */
export class Feed {
  readonly #database: Database
  readonly #reading: Repetition
  readonly #listener: Listener
  readonly #read: (places: readonly Place[]) => Promise<Entry[]>
  readonly #followers = new Set<Follower>()
  #log: LogState
  #tail: Tail
  #isClosed = false

  /** Begins at the present end of the log. */
  static async open(options: FeedOptions): Promise<Feed> {
    return new Feed(options, await readState(options.database.query))
  }

  private constructor({ database, report }: FeedOptions, log: LogState) {
    this.#database = database
    this.#read = readerOf(database.query)
    this.#log = log
    this.#tail = new Tail(log.head)
    this.#reading = repeat((over) => this.#readOn(over), { report })
    this.#listener = database.listen(entriesChannel(database), () => this.wake())
  }

  /** The place of the newest entry. */
  get cursor(): string {
    return formatCursor(this.#end)
  }

  /** How far the log reaches at least: what was read may be newer than the last look at its state. */
  get #known(): LogState {
    return { ...this.#log, head: this.#tail.head }
  }

  get #end(): Position {
    return positionAt(this.#log, this.#tail.head)
  }

  /** Looks for new entries at once. */
  wake(): void {
    this.#reading.wake()
  }

  /**
   * Follows the log from a cursor, or from now on: whatever is acknowledged after this call is among the entries. Throws
   * `invalid-parameters` for what is no cursor.
   */
  async subscribe({ after, signal }: { after?: string | undefined; signal?: AbortSignal } = {}): Promise<Subscription> {
    const asked = after === undefined ? this.#end : positionOf(after)
    const reset = !(await this.#canFollow(asked))
    const start = reset ? this.#end : asked
    return { cursor: formatCursor(start), reset, batches: this.#follow(this.#tail, start, signal) }
  }

  /** Whether the log can be followed from a position. What another process told of may have to be read first. */
  async #canFollow(position: Position): Promise<boolean> {
    const follower = new Follower()
    this.#followers.add(follower)
    try {
      for (;;) {
        const news = follower.news()
        if (position.seq <= this.#tail.head) return reaches(this.#known, position)
        if (!reaches(await readState(this.#database.query), position)) return false
        if (this.#isClosed) return true
        this.wake()
        await news
      }
    } finally {
      this.#followers.delete(follower)
    }
  }

  /**
   * Finds events, by their identifiers: what was read lately is in memory, and only the rest is read. Those that are deleted are left out. Who asks
   * for an event at the same time is given one object.
   */
  async find(events: readonly Place[]): Promise<Map<string, Entry>> {
    const found = events.map((event) => this.#kept(event))
    const missing = events.filter((_, nth) => !found[nth])
    if (missing.length > 0) found.push(...(await this.#read(missing)))
    return new Map(found.flatMap((entry) => (entry ? [[entry.id, entry]] : [])))
  }

  #kept({ seq, id }: Place): Entry | undefined {
    const entry = this.#tail.at(seq)
    // The log may have been replaced by another, which is not noticed yet.
    return entry?.id === id ? entry : undefined
  }

  /** Ends every follower, and resolves when nothing is read any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#tellFollowers()
    await Promise.all([this.#reading.stop(), this.#listener.close()])
  }

  async #readOn(over: AbortSignal): Promise<number> {
    let isMore: boolean
    do {
      const { log, entries } = await readOn(this.#database.query, this.#tail.head)
      if (over.aborted) return POLL
      isMore = reaches(log, this.#end) ? this.#take(log, entries) : this.#goBack(log)
    } while (!this.#isClosed && isMore)
    return lookEvery(POLL, this.#database)
  }

  /** Takes what was read, and says whether there may be more. */
  #take(log: LogState, entries: readonly Entry[]): boolean {
    this.#log = log
    if (entries.length === 0) return false
    this.#tail.add(entries)
    this.#tellFollowers()
    return entries.length === PAGE
  }

  /** Goes back to what is left where the end of the log was lost, or to its end after a gap. Says whether there may be more. */
  #goBack(log: LogState): boolean {
    const shared = lastShared(this.#known, log)
    const isKept = shared >= log.kept_from - 1
    this.#log = log
    if (isKept) this.#tail.cut(shared)
    else this.#tail = new Tail(log.head)
    this.#tellFollowers()
    return isKept
  }

  #tellFollowers(): void {
    for (const follower of this.#followers) follower.tell()
  }

  async *#follow(tail: Tail, start: Position, signal: AbortSignal | undefined): AsyncGenerator<readonly Entry[]> {
    const isOver = () => this.#isClosed || signal?.aborted === true
    const follower = new Follower()
    const tell = () => follower.tell()
    this.#followers.add(follower)
    signal?.addEventListener('abort', tell)
    try {
      let position = start
      while (!isOver()) {
        if (tail !== this.#tail || !holds(this.#known, position)) throw cursorExpired()
        const recent = tail.after(position.seq, PAGE)
        const batch = recent ?? (await this.#readKept(position))
        if (isOver()) return
        if (batch.length > 0) yield batch
        else if (recent) await follower.news()
        position = batch.at(-1) ?? position
      }
    } finally {
      this.#followers.delete(follower)
      signal?.removeEventListener('abort', tell)
    }
  }

  /** Entries from the database, of those that the feed has come to know. */
  async #readKept(position: Position): Promise<Entry[]> {
    const { log, entries } = await readOn(this.#database.query, position.seq)
    if (!reaches(log, position)) throw cursorExpired()
    return entries.filter((entry) => holds(this.#known, entry))
  }
}

/** Reads the entries at some places. What is asked for at the same time is read once. */
const readerOf = (query: Query) =>
  gathered(async (asked: (readonly Place[])[]) => {
    const places = new Set(asked.flatMap((some) => some.map(({ seq }) => seq)))
    const entries = await readEntriesAt(query, [...places])
    const found = new Map(entries.map((entry) => [entry.seq, entry]))
    return asked.map((some) => some.flatMap(({ seq }) => found.get(seq) ?? []))
  })

/** Somebody who waits for new entries, again and again. */
class Follower {
  tell: () => void = () => {}

  /** Resolves when it is told. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.tell = resolve
    })
  }
}
