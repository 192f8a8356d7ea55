import type { TokenCredential } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import { Topic } from '../data/announcements.ts'
import type { Database } from '../data/database.ts'

export interface Denial {
  subject: string
  version: number | null
  expires_at: string
}

/** Announced for every denial that is committed. */
export const tokensDenied = new Topic<Denial>('tokens denied')

/** How long the list is relied on without being read anew, in milliseconds. */
const MAX_AGE = 5_000

/**
 * How far back each read looks, in milliseconds: `created_at` is when a change began, by the clock of the process that made it, and the
 * row appears with the commit. So a change may take a minute, and clocks may be a minute apart.
 */
const OVERLAP = 120_000

/** The denials there are, in memory, so that a token is checked without asking the database. */
export class DenyList {
  readonly #database: Database
  readonly #now: () => number
  readonly #elapsed: () => number
  readonly #denials = new Map<string, Denial>()
  readonly #ignoreAnnouncements: () => void
  /** When the last complete read began, by both clocks. */
  #read = { time: OVERLAP, elapsed: Number.NEGATIVE_INFINITY }

  /** `elapsed` is a clock in milliseconds that never steps. Default: that of the process. */
  constructor(database: Database, now: () => number, elapsed: () => number = () => performance.now()) {
    this.#database = database
    this.#now = now
    this.#elapsed = elapsed
    this.#ignoreAnnouncements = database.on(tokensDenied, (denial) => this.note(denial))
  }

  /** Whether a token has ended before its expiry. Throws `unavailable` where that is not known. */
  includes({ subjects, credentials_version }: TokenCredential): boolean {
    if (this.#elapsed() - this.#read.elapsed > MAX_AGE) throw unknown()
    if (this.#denials.size === 0) return false
    return subjects.some((subject) => isBefore(credentials_version, this.#denials.get(subject)))
  }

  /** Reads what was denied since the last time, and forgets what has expired. */
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

  /** Ends the list's part in what this process denies. */
  close(): void {
    this.#ignoreAnnouncements()
  }
}

/** Whether a denial ends tokens of this version: one without a version ends all. */
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
