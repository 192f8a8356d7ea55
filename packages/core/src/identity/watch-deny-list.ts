import type { Database } from '../data/database.ts'
import { lookEvery } from '../data/look.ts'
import { repeat } from '../background/repeat.ts'
import { DenyList } from './deny-list.ts'
import { forgetExpired } from './forget-expired.ts'

/** How often new denials are read, in milliseconds. */
const READ_INTERVAL = 250

/** How often rows that have expired are deleted, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

/** The list of denied tokens, kept up to date until it is stopped. */
export interface DenyListWatch {
  denyList: DenyList
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>
}

/** What the watch works with. */
export interface DenyListWork {
  database: Database
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Told of the first error of an outage; reading goes on after it. */
  report: (error: unknown) => void
}

/** Keeps a list of denials up to date in the background, and deletes what has expired. Every process does so. */
export function watchDenyList({ database, now, report }: DenyListWork): DenyListWatch {
  const denyList = new DenyList(database, now)
  const every = (interval: number, run: () => Promise<void>) => repeat(() => run().then(() => interval), { report })
  const work = [
    every(lookEvery(READ_INTERVAL, database), () => denyList.read()),
    every(EXPIRY_INTERVAL, () => forgetExpired(database, now())),
  ]
  return {
    denyList,
    async stop() {
      denyList.close()
      await Promise.all(work.map((repetition) => repetition.stop()))
    },
  }
}
