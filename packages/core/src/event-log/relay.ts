import type { Broker } from './broker.ts'
import type { Feed } from './feed.ts'
import { pageIn } from './log-page.ts'
import { HEARTBEAT, publishLog } from './publish.ts'

/** Silence of the broker after which the database is read, in milliseconds. */
const SILENCE = 3 * HEARTBEAT

/** The source from which a process reads the log. */
export type Source = 'database' | 'broker'

/** How a process takes part in the relay. */
export interface RelayState {
  readonly source: Source
  /** Whether this process is the publisher. */
  readonly isPublishing: boolean
  /** How often the process has switched to each source. */
  readonly changes: Readonly<Record<Source, number>>
}

export interface RelayOptions {
  broker: Broker
  feed: Feed
  /** Name of the log at the broker. */
  log: string
  /** Called when the process switches to another source. */
  onSource: (source: Source) => void
  /** Called with the first error of an outage. */
  report: (error: unknown) => void
}

/**
 * Follows the log at a broker, and publishes it there when no other process does. A message is used only if it continues the newest entry of the feed. After
 * a gap, a silence, or a message that cannot be parsed, the feed reads the database until both meet.
 *
 * The stream itself decides which process publishes: the broker accepts a message only after the one that its sender believes to be the last. A process that
 * receives nothing for a while tries to publish. A process that is refused, such as one that was suspended and resumed, stops publishing.
 */
export class Relay implements RelayState {
  readonly #options: RelayOptions
  readonly changes = { database: 0, broker: 0 }
  source: Source = 'database'
  /** Number of the last message in the stream that this process knows; undefined while it does not follow the stream. */
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

  /** Stops the relay, and resolves when publishing has ended. The caller closes the broker. */
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

  /** Uses the broker as the source until it is silent. */
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

  /** Starts waiting for the publisher to fall silent. The pause is random in part, so that not all processes try at once. */
  #awaitVacancy(pause = SILENCE + Math.random() * HEARTBEAT): void {
    clearTimeout(this.#vacancy)
    this.#vacancy = setTimeout(() => this.#tryToPublish(), pause)
  }

  #tryToPublish(): void {
    if (this.#number === undefined) return
    // A process that cannot read the database has nothing to publish.
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
