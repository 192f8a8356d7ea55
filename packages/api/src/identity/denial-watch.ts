import type { Database } from '../data/database.ts'
import { lookEvery } from '../data/look.ts'
import { repeat } from '../background/repeat.ts'
import { Denials } from './denials.ts'
import { forgetExpired } from './forget-expired.ts'

/** How often new denials are read, in milliseconds. */
const READ_INTERVAL = 250

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
  /** Told of the first error of an outage; reading goes on after it. */
  report: (error: unknown) => void
}

/** Keeps a list of denials up to date in the background, and deletes what has expired. Every process does so. */
export function watchDenials({ database, now, report }: DenialWork): DenialWatch {
  const denials = new Denials(database, now)
  const every = (interval: number, run: () => Promise<void>) => repeat(() => run().then(() => interval), { report })
  const work = [
    every(lookEvery(READ_INTERVAL, database), () => denials.read()),
    every(EXPIRY_INTERVAL, () => forgetExpired(database, now())),
  ]
  return {
    denials,
    async stop() {
      denials.close()
      await Promise.all(work.map((repetition) => repetition.stop()))
    },
  }
}
