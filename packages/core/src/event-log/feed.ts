import type { Database } from '../data/database.ts'
import type { Listener } from '../data/driver.ts'
import { gathered } from '../data/gathered.ts'
import { lookEvery } from '../data/look.ts'
import { formatCursor, type Position } from './cursor.ts'
import { type Entry, readEntriesAt } from './entry.ts'
import { lastShared, positionAt } from './epochs.ts'
import { Follower } from './follower.ts'
import { endOf, type LogPage } from './log-page.ts'
import { cursorExpired, holds, type LogState, positionOf, reaches, readState } from './log-state.ts'
import { PAGE, readOn, type Selection } from './read-on.ts'
import { type Repetition, repeat } from '../background/repeat.ts'
import { turns } from '../background/turns.ts'
import { entriesChannel } from './sequence.ts'
import type { Subscription, SubscriptionOptions } from './subscription.ts'
import { Tail } from './tail.ts'

/** Interval at which the log is read when no notification arrives, in milliseconds. */
const POLL = 100

/** Interval of the reading loop while the entries come from the broker, in milliseconds. */
const REST = 60_000

export interface FeedOptions {
  database: Database
  /** Called with the first error of an outage, which the feed outlives. */
  report: (error: unknown) => void
}

/** The identifier of an event, and its place in the log. */
export interface Place {
  readonly seq: number
  readonly id: string
}

/**
 * Follows the log for one process, and reads each new entry once, whatever the number of subscriptions. A subscription that lags behind the entries in
 * memory reads from the database by itself.
 */
export class Feed {
  readonly #database: Database
  readonly #reading: Repetition
  readonly #listener: Listener
  readonly #read: (places: readonly Place[]) => Promise<Entry[]>
  readonly #followers = new Set<Follower>()
  readonly #inTurn = turns()
  #log: LogState
  #tail: Tail
  #isClosed = false
  #readsDatabase = true
  /** Start of the last successful read of the log, on the clock of `performance.now()`. */
  #lookedAt = performance.now()

  /** Opens a feed that begins at the present end of the log. */
  static async open(options: FeedOptions): Promise<Feed> {
    return new Feed(options, await readState(options.database.query))
  }

  private constructor({ database, report }: FeedOptions, log: LogState) {
    this.#database = database
    this.#read = readerOf(database)
    this.#log = log
    this.#tail = new Tail(log.head)
    this.#reading = repeat((over) => this.#readOn(over), { report })
    this.#listener = database.listen(entriesChannel(database), () => this.wake())
  }

  /** Cursor of the newest entry. */
  get cursor(): string {
    return formatCursor(this.end)
  }

  /** Position of the newest entry. */
  get end(): Position {
    return positionAt(this.#log, this.#tail.head)
  }

  /** The state of the log as far as it is known. Entries may be newer than the rest of the state. */
  get state(): LogState {
    return { ...this.#log, head: this.#tail.head }
  }

  /** Reads new entries at once, unless they come from the broker. */
  wake(): void {
    if (this.#readsDatabase) this.#reading.wake()
  }

  /** Whether the feed reads new entries from the database. Otherwise it takes only those that are offered to it. Default: true. */
  set readsDatabase(whether: boolean) {
    this.#readsDatabase = whether
    this.wake()
  }

  /** Whether a read of the log that began at most `within` milliseconds ago has succeeded. */
  hasLooked(within: number): boolean {
    return performance.now() - this.#lookedAt <= within
  }

  /**
   * Takes a page that another process has read. Returns `next` when the page connects to the newest entry and its new entries were added, `past` when
   * newer entries are known already, and `gap` when entries between them are missing or the page belongs to another log.
   */
  offer(page: LogPage): 'next' | 'past' | 'gap' {
    const place = this.#tail.head
    if (page.log.epoch !== this.#log.epoch || page.after > place) return 'gap'
    if (endOf(page) < place) return 'past'
    this.#take(page.log, page.entries.slice(place - page.after))
    return 'next'
  }

  /**
   * Follows the log from a cursor, or from now on: every change that is acknowledged after this call is among the entries. Throws `invalid-parameters` for
   * a text that is no cursor.
   */
  async subscribe(options: SubscriptionOptions = {}): Promise<Subscription> {
    const asked = options.after === undefined ? this.end : positionOf(options.after)
    const reset = !(await this.#canFollow(asked, options.signal))
    const start = reset ? this.end : asked
    const progress: Progress = { hasPassed: false }
    return {
      cursor: formatCursor(start),
      reset,
      get hasPassed() {
        return progress.hasPassed
      },
      batches: this.#follow(this.#tail, start, options, progress),
    }
  }

  /** Whether the log can be followed from a position. Waits for entries that the database has and this process has not read yet. */
  async #canFollow(position: Position, signal: AbortSignal | undefined): Promise<boolean> {
    const follower = new Follower(this.#followers, signal)
    try {
      for (;;) {
        const news = follower.news()
        if (reaches(this.state, position) || this.#isOver(signal)) return true
        if (!reaches(await readState(this.#database.query), position)) return false
        this.wake()
        await news
      }
    } finally {
      follower.leave()
    }
  }

  /**
   * Returns entries by the identifiers of their events, without those that are deleted. Recent entries come from memory, the rest from the database. Calls
   * at the same time share one object for each entry.
   */
  async find(events: readonly Place[]): Promise<Map<string, Entry>> {
    const found = events.map((event) => this.#kept(event))
    const missing = events.filter((_, nth) => !found[nth])
    if (missing.length > 0) found.push(...(await this.#read(missing)))
    return new Map(found.flatMap((entry) => (entry ? [[entry.id, entry]] : [])))
  }

  #kept({ seq, id }: Place): Entry | undefined {
    const entry = this.#tail.at(seq)
    // The log may have been replaced by another without this process knowing it yet.
    return entry?.id === id ? entry : undefined
  }

  /** Ends all subscriptions, and resolves when the last read has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#tellFollowers()
    await Promise.all([this.#reading.stop(), this.#listener.close()])
  }

  async #readOn(over: AbortSignal): Promise<number> {
    let isMore: boolean
    do {
      if (!this.#readsDatabase) return REST
      const [tail, end, start] = [this.#tail, this.end, performance.now()]
      const { log, entries } = await readOn(this.#database.query, end.seq)
      if (over.aborted) return POLL
      this.#lookedAt = start
      // Another read has moved the tail meanwhile.
      if (tail !== this.#tail || end.seq !== tail.head) return 0
      isMore = reaches(log, end) ? this.#take(log, entries) : this.#goBack(log)
    } while (!this.#isClosed && isMore)
    return lookEvery(POLL, this.#database)
  }

  /** Adds entries that were read. Returns whether there may be more. */
  #take(log: LogState, entries: readonly Entry[]): boolean {
    this.#log = log
    if (entries.length === 0) return false
    this.#tail.add(entries)
    this.#tellFollowers()
    return entries.length === PAGE
  }

  /** Goes back to the last shared place when the end of the log was lost, or forward to its end after a gap. Returns whether there may be more entries. */
  #goBack(log: LogState): boolean {
    const shared = lastShared(this.state, log)
    const isKept = shared >= log.kept_from - 1
    this.#log = log
    if (isKept) this.#cut(shared)
    else this.#tail = new Tail(log.head)
    this.#tellFollowers()
    return isKept
  }

  /** Removes the entries after a place. */
  #cut(seq: number): void {
    this.#tail.cut(seq)
    for (const follower of this.#followers) follower.goBack(seq)
  }

  #tellFollowers(): void {
    for (const follower of this.#followers) follower.tell()
  }

  #isOver(signal: AbortSignal | undefined): boolean {
    return this.#isClosed || signal?.aborted === true
  }

  async *#follow(
    tail: Tail,
    start: Position,
    options: SubscriptionOptions,
    progress: Progress,
  ): AsyncGenerator<readonly Entry[]> {
    const { signal, isFor } = options
    const follower = new Follower(this.#followers, signal)
    follower.place = start.seq
    let given = start
    try {
      while (!this.#isOver(signal)) {
        if (tail !== this.#tail || !holds(this.state, given)) throw cursorExpired()
        const { place } = follower
        const recent = tail.after(place, PAGE)
        const read = recent
          ? { entries: recent, end: recent.at(-1)?.seq ?? place }
          : await this.#readKept(place, options)
        if (this.#isOver(signal)) return
        if (follower.place !== place) continue
        if (!read) throw cursorExpired()
        follower.place = read.end
        const chosen = isFor ? chosenOf(read.entries, isFor) : read.entries
        given = chosen.at(-1) ?? given
        if (chosen.length > 0) yield chosen
        else if (recent?.length === 0) {
          progress.hasPassed = place > given.seq
          await follower.news()
          progress.hasPassed = false
        }
      }
    } finally {
      follower.leave()
    }
  }

  /** Reads entries from the database, one read at a time for each reader. */
  async #readKept(place: number, { selection, signal, reader }: SubscriptionOptions): Promise<Read | undefined> {
    const read = async () => (this.#isOver(signal) ? undefined : this.#readSelected(place, selection?.()))
    return reader === undefined ? read() : this.#inTurn(reader, read)
  }

  /** Reads entries from the database, up to the end that the feed knows. Returns undefined when the log can no longer be read from this place. */
  async #readSelected(place: number, selection: Selection | undefined): Promise<Read | undefined> {
    const position = positionAt(this.#log, place)
    const { log, entries } = await readOn(this.#database.query, place, { selection })
    if (!reaches(log, position)) return undefined
    const read = entries.length < PAGE ? log.head : entries.at(-1)!.seq
    const end = Math.min(read, lastShared(this.state, log))
    return { entries: entries.filter(({ seq }) => seq <= end), end }
  }
}

/** How far a subscription has come. */
interface Progress {
  hasPassed: boolean
}

/** The result of a read. */
interface Read {
  entries: readonly Entry[]
  /** The place up to which there are no other entries of the selection. */
  end: number
}

/** Returns the entries of a batch that a subscription gets. A batch that it gets as a whole stays the same object, so that its serialized form is shared. */
const chosenOf = (batch: readonly Entry[], isFor: (entry: Entry) => boolean): readonly Entry[] =>
  batch.every(isFor) ? batch : batch.filter(isFor)

/** Reads the entries at some places. Calls at the same time share one statement. */
const readerOf = ({ query, tracing }: Database) =>
  gathered(
    async (asked: (readonly Place[])[]) => {
      const places = new Set(asked.flatMap((some) => some.map(({ seq }) => seq)))
      const entries = await readEntriesAt(query, [...places])
      const found = new Map(entries.map((entry) => [entry.seq, entry]))
      return asked.map((some) => some.flatMap(({ seq }) => found.get(seq) ?? []))
    },
    { tracing },
  )
