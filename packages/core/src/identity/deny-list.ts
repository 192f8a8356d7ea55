import type { TokenCredential } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import { Topic } from '../data/announcements.ts'
import type { Database } from '../data/database.ts'

export interface Denial {
  subject: string
  version: number | null
  expires_at: string
}

/** Announced when a transaction with a denial has been committed. */
export const tokensDenied = new Topic<Denial>('tokens denied')

/** Largest age of the list at which it is trusted, in milliseconds. */
const MAX_AGE = 5_000

/**
 * How far back each read looks, in milliseconds. `created_at` is the start of a change by the clock of its process, and the row appears with the commit: a
 * change may take a minute, and clocks may differ by a minute.
 */
const OVERLAP = 120_000

/** All denials, in memory, so that checking a token takes no query. */
export class DenyList {
  readonly #database: Database
  readonly #now: () => number
  readonly #elapsed: () => number
  readonly #denials = new Map<string, Denial>()
  readonly #ignoreAnnouncements: () => void
  /** Start of the last complete read, on both clocks. */
  #read = { time: OVERLAP, elapsed: Number.NEGATIVE_INFINITY }

  /** `elapsed` is a monotonic clock in milliseconds. Default: `performance.now()`. */
  constructor(database: Database, now: () => number, elapsed: () => number = () => performance.now()) {
    this.#database = database
    this.#now = now
    this.#elapsed = elapsed
    this.#ignoreAnnouncements = database.on(tokensDenied, (denial) => this.note(denial))
  }

  /** Whether a token is denied. Throws `unavailable` when the list is too old to tell. */
  includes({ subjects, credentials_version }: TokenCredential): boolean {
    if (this.#elapsed() - this.#read.elapsed > MAX_AGE) throw unknown()
    if (this.#denials.size === 0) return false
    return subjects.some((subject) => isBefore(credentials_version, this.#denials.get(subject)))
  }

  /** Reads new denials, and drops expired ones. */
  async read(): Promise<void> {
    const began = { time: this.#now(), elapsed: this.#elapsed() }
    const since = Math.min(this.#read.time, began.time) - OVERLAP
    for (const denial of await findDenials(this.#database, since, began.time)) this.note(denial)
    this.#forget(began.time)
    this.#read = began
  }

  note(denial: Denial): void {
    const known = this.#denials.get(denial.subject)
    if ((known?.version ?? 0) <= (denial.version ?? 0)) this.#denials.set(denial.subject, denial)
  }

  #forget(time: number): void {
    const now = new Date(time).toISOString()
    for (const { subject, expires_at } of this.#denials.values()) if (expires_at <= now) this.#denials.delete(subject)
  }

  /** Stops listening to the denials of this process. */
  close(): void {
    this.#ignoreAnnouncements()
  }
}

/** Whether a denial covers tokens of this version. A denial without a version covers all. */
const isBefore = (version: number, denial: Denial | undefined) =>
  denial !== undefined && (denial.version === null || denial.version > version)

const newDenials = {
  name: 'denials since',
  text: 'select subject, version, expires_at from denials where created_at >= $1 and expires_at > $2',
}

function findDenials(database: Database, since: number, time: number): Promise<Denial[]> {
  return database.query<Denial>(newDenials, [new Date(since).toISOString(), new Date(time).toISOString()])
}

function unknown(): Problem {
  return new Problem('unavailable', 'Whether the access token was revoked cannot be found out just now.', {
    headers: { 'retry-after': '1' },
  })
}
