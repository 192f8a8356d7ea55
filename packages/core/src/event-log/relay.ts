import type { Broker } from './broker.ts'
import type { Feed } from './feed.ts'
import { pageIn } from './log-page.ts'
import { HEARTBEAT, publishLog } from './publish.ts'

/** After how long without a word of the log the database is read, in milliseconds. */
const SILENCE = 3 * HEARTBEAT

/** Where a process reads the log. */
export type Source = 'database' | 'broker'

/** How a process takes part. */
export interface RelayState {
  readonly source: Source
  /** Whether it is the one that publishes. */
  readonly isPublishing: boolean
  /** How often it has begun to read at each source. */
  readonly changes: Readonly<Record<Source, number>>
}

export interface RelayOptions {
  broker: Broker
  feed: Feed
  /** What the log is called there. */
  log: string
  /** Called when the process begins to read elsewhere. */
  onSource: (source: Source) => void
  /** Told of the first error of an outage. */
  report: (error: unknown) => void
}

/**
 * Lets a process follow the log at a broker, and publish it there when nobody else does. A message is taken only if it goes on from the newest entry of
 * the feed; at a gap, at silence, and at all that is not understood, the database is read, until both meet.
 *
 * The stream itself decides who publishes: a message is taken after the one that its sender knows to be the last. Who hears nothing for a while tries;
 * who is refused, such as a process that was stopped and continued, publishes no more.
 */
export class Relay implements RelayState {
  readonly #options: RelayOptions
  readonly changes = { database: 0, broker: 0 }
  source: Source = 'database'
  /** Number of the stream's last message, as far as is known here; undefined while the stream cannot be followed. */
  #number: number | undefined
  #publishing: AbortController | undefined
  #work: Promise<void> | undefined
  #silence: NodeJS.Timeout | undefined
  #vacancy: NodeJS.Timeout | undefined
  #hasFailed = false
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
    options.broker.follow(options.log, {
      onJoined: (number) => this.#join(number),
      onMessage: (text, number) => this.#hear(text, number),
      onLost: () => this.#lose(),
    })
  }

  get isPublishing(): boolean {
    return this.#publishing !== undefined
  }

  /** Resolves when nothing is published any more. The broker is closed by whoever opened it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#lose()
    await this.#work
  }

  #join(number: number): void {
    if (this.#isClosed) return
    this.#number = number
    this.#awaitVacancy()
  }

  #hear(text: string, number: number): void {
    if (this.#isClosed) return
    this.#number = number
    if (this.isPublishing) return
    this.#awaitVacancy()
    const page = pageIn(text)
    const fit = page ? this.#options.feed.offer(page) : 'gap'
    if (fit === 'next') this.#goOn()
    if (fit === 'gap') this.#readDatabase()
  }

  #lose(): void {
    this.#number = undefined
    clearTimeout(this.#vacancy)
    this.#publishing?.abort()
    this.#readDatabase()
  }

  /** The broker has brought what comes next, and is relied on until it is silent. */
  #goOn(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#readDatabase(), SILENCE)
    this.#readAt('broker')
  }

  #readDatabase(): void {
    clearTimeout(this.#silence)
    this.#readAt('database')
    this.#options.feed.wake()
  }

  #readAt(source: Source): void {
    if (this.source === source) return
    this.source = source
    this.changes[source]++
    this.#options.feed.readsDatabase = source === 'database'
    this.#options.onSource(source)
  }

  /** Begins to wait anew; those who wait together do not all try at once. */
  #awaitVacancy(pause = SILENCE + Math.random() * HEARTBEAT): void {
    clearTimeout(this.#vacancy)
    this.#vacancy = setTimeout(() => this.#tryToPublish(), pause)
  }

  #tryToPublish(): void {
    if (this.#number === undefined) return
    // Who cannot read the database has nothing to say.
    if (!this.#options.feed.hasLooked(HEARTBEAT)) return this.#awaitVacancy(HEARTBEAT)
    this.#work = this.#publish(this.#number)
  }

  async #publish(number: number): Promise<void> {
    const { broker, feed, report } = this.#options
    this.#publishing = new AbortController()
    try {
      const onAppended = () => void (this.#hasFailed = false)
      await publishLog({ broker, feed, number, onAppended, signal: this.#publishing.signal })
    } catch (error) {
      if (!this.#hasFailed && this.#number !== undefined) report(error)
      this.#hasFailed = true
    } finally {
      this.#publishing.abort()
      this.#publishing = undefined
      if (this.#number !== undefined) this.#awaitVacancy()
    }
  }
}
