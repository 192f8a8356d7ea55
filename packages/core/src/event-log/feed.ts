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
import { Tail } from './tail.ts'

/** How often the log is looked at when nobody says that there is something new, in milliseconds. */
const POLL = 100

/** How often it is asked whether to look again while the log is read elsewhere, in milliseconds. */
const REST = 60_000

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

export interface SubscriptionOptions {
  /** The cursor to begin after. Default: that of the newest entry. */
  after?: string | undefined
  /** Ends the subscription. Default: it ends with the feed. */
  signal?: AbortSignal
  /** Which entries are given. Default: all. */
  isFor?: (entry: Entry) => boolean
  /** Where entries are read from the database: which are asked for, with all that `isFor` takes then. Default: all. */
  selection?: () => Selection
  /** Who follows. The database is read for each by one follower at a time. Default: nobody waits for it. */
  reader?: string
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
  readonly #inTurn = turns()
  #log: LogState
  #tail: Tail
  #isClosed = false
  #readsDatabase = true
  /** When the last look at the log began that was answered, as `performance.now()` has it. */
  #lookedAt = performance.now()

  /** Begins at the present end of the log. */
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

  /** The place of the newest entry. */
  get cursor(): string {
    return formatCursor(this.end)
  }

  /** The same as a position. */
  get end(): Position {
    return positionAt(this.#log, this.#tail.head)
  }

  /** How far the log reaches at least: what was read may be newer than the last look at its state. */
  get state(): LogState {
    return { ...this.#log, head: this.#tail.head }
  }

  /** Looks for new entries at once, unless they are read elsewhere. */
  wake(): void {
    if (this.#readsDatabase) this.#reading.wake()
  }

  /** Whether the feed looks for new entries, as it does at first. Otherwise it takes those that it is offered. */
  set readsDatabase(whether: boolean) {
    this.#readsDatabase = whether
    this.wake()
  }

  /** Whether the database has answered a look at the log that began so many milliseconds ago or later. */
  hasLooked(within: number): boolean {
    return performance.now() - this.#lookedAt <= within
  }

  /**
   * Takes what somebody else has read, if it is `next`: what of it is new goes on from the newest entry, or nothing is. It is `past` where newer
   * entries are known, and comes after a `gap` where those before it, or its log, are not.
   */
  offer(page: LogPage): 'next' | 'past' | 'gap' {
    const place = this.#tail.head
    if (page.log.epoch !== this.#log.epoch || page.after > place) return 'gap'
    if (endOf(page) < place) return 'past'
    this.#take(page.log, page.entries.slice(place - page.after))
    return 'next'
  }

  /**
   * Follows the log from a cursor, or from now on: whatever is acknowledged after this call is among the entries. Throws
   * `invalid-parameters` for what is no cursor.
   */
  async subscribe(options: SubscriptionOptions = {}): Promise<Subscription> {
    const asked = options.after === undefined ? this.end : positionOf(options.after)
    const reset = !(await this.#canFollow(asked, options.signal))
    const start = reset ? this.end : asked
    return { cursor: formatCursor(start), reset, batches: this.#follow(this.#tail, start, options) }
  }

  /** Whether the log can be followed from a position. What the database has and this process does not know yet is waited for. */
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
      if (!this.#readsDatabase) return REST
      const [tail, end, start] = [this.#tail, this.end, performance.now()]
      const { log, entries } = await readOn(this.#database.query, end.seq)
      if (over.aborted) return POLL
      this.#lookedAt = start
      // Somebody else was quicker.
      if (tail !== this.#tail || end.seq !== tail.head) return 0
      isMore = reaches(log, end) ? this.#take(log, entries) : this.#goBack(log)
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
    const shared = lastShared(this.state, log)
    const isKept = shared >= log.kept_from - 1
    this.#log = log
    if (isKept) this.#cut(shared)
    else this.#tail = new Tail(log.head)
    this.#tellFollowers()
    return isKept
  }

  /** Leaves out what comes after a place. */
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

  async *#follow(tail: Tail, start: Position, options: SubscriptionOptions): AsyncGenerator<readonly Entry[]> {
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
        else if (recent?.length === 0) await follower.news()
      }
    } finally {
      follower.leave()
    }
  }

  /** Entries from the database, in the turn of who follows. */
  async #readKept(place: number, { selection, signal, reader }: SubscriptionOptions): Promise<Read | undefined> {
    const read = async () => (this.#isOver(signal) ? undefined : this.#readSelected(place, selection?.()))
    return reader === undefined ? read() : this.#inTurn(reader, read)
  }

  /** Entries from the database, up to the end that the feed has come to know; undefined where it cannot be read on from a place. */
  async #readSelected(place: number, selection: Selection | undefined): Promise<Read | undefined> {
    const position = positionAt(this.#log, place)
    const { log, entries } = await readOn(this.#database.query, place, { selection })
    if (!reaches(log, position)) return undefined
    const read = entries.length < PAGE ? log.head : entries.at(-1)!.seq
    const end = Math.min(read, lastShared(this.state, log))
    return { entries: entries.filter(({ seq }) => seq <= end), end }
  }
}

/** What was read of the log. */
interface Read {
  entries: readonly Entry[]
  /** The place up to which nothing else was to be had. */
  end: number
}

/** A batch that is for a follower as a whole stays the one that others have too, so that it need not be written anew. */
const chosenOf = (batch: readonly Entry[], isFor: (entry: Entry) => boolean): readonly Entry[] =>
  batch.every(isFor) ? batch : batch.filter(isFor)

/** Reads the entries at some places. What is asked for at the same time is read once. */
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
