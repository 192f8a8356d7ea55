import type { Database } from '../data/database.ts'
import { lookEvery } from '../data/look.ts'
import { repeat } from '../background/repeat.ts'
import { DenyList } from './deny-list.ts'
import { forgetExpired } from './forget-expired.ts'

/** Interval at which new denials are read, in milliseconds. */
const READ_INTERVAL = 250

/** Interval at which expired rows are deleted, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

/** The list of denials, which is kept up to date until `stop`. */
export interface DenyListWatch {
  denyList: DenyList
  /** Stops reading. Resolves when the last read has ended. */
  stop(): Promise<void>
}

/** Options of the watch. */
export interface DenyListWork {
  database: Database
  /** Returns the time in milliseconds since the epoch. */
  now: () => number
  /** Returns the time by which all processes delete what has expired. Default: `now`. */
  agreed?: () => number
  /** Called with the first error of an outage, after which reading continues. */
  report: (error: unknown) => void
}

/** Starts keeping a list of denials up to date in the background, and deleting expired rows. Every process does so. */
export function watchDenyList({ database, now, agreed = now, report }: DenyListWork): DenyListWatch {
  const denyList = new DenyList(database, now)
  const every = (interval: number, run: () => Promise<void>) => repeat(() => run().then(() => interval), { report })
  const work = [
    every(lookEvery(READ_INTERVAL, database), () => denyList.read()),
    every(EXPIRY_INTERVAL, () => forgetExpired(database, agreed())),
  ]
  return {
    denyList,
    async stop() {
      denyList.close()
      await Promise.all(work.map((repetition) => repetition.stop()))
    },
  }
}
