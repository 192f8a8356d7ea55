import type { Database } from '../data/database.ts'
import { repeat } from '../repeat.ts'
import { Denials } from './denials.ts'
import { forgetExpired } from './forget-expired.ts'

/** How often new denials are read, in milliseconds. */
const READ_INTERVAL = 250

/** The same while the database cannot be asked. */
const ERROR_INTERVAL = 1_000

/** How often rows that have expired are deleted, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

export interface DenialWatch {
  denials: Denials
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>
}

/** What the watch works with. */
export interface DenialWork {
  database: Database
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Is told of each read that failed. */
  report: (error: unknown) => void
}

/** Keeps a list of denials up to date in the background, and deletes what has expired. Every process does so. */
export function watchDenials({ database, now, report }: DenialWork): DenialWatch {
  const denials = new Denials(database, now)
  const stopping = new AbortController()
  const every = (interval: number) => ({ interval, afterError: ERROR_INTERVAL, signal: stopping.signal, report })
  const running = Promise.all([
    repeat(() => denials.read(), every(READ_INTERVAL)),
    repeat(() => forgetExpired(database, now()), every(EXPIRY_INTERVAL)),
  ])
  return {
    denials,
    async stop() {
      stopping.abort()
      denials.close()
      await running
    },
  }
}
