import { repeat } from '../background/repeat.ts'
import type { Database } from './database.ts'

/** How often the database is asked for its time, in milliseconds. */
const INTERVAL = 60_000

/** The time as the database has it. */
export interface DatabaseClock {
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Resolves when the database is not asked any more. */
  stop(): Promise<void>
}

/** What the clock is kept right with. */
export interface ClockOptions {
  database: Pick<Database, 'query'>
  /** Told of the first error of an outage; meanwhile the clock goes on by itself. */
  report: (error: unknown) => void
}

/**
 * Follows the clock of the database: what processes agree on that share one, however wrong their own clocks are. Asked once a minute; in between
 * time passes as this machine counts it.
 */
export async function followClock({ database, report }: ClockOptions): Promise<DatabaseClock> {
  let beginning = await beginningOf(database)
  const asking = repeat(
    async (over) => {
      const measured = await beginningOf(database)
      if (!over.aborted) beginning = measured
      return INTERVAL
    },
    { report },
  )
  return { now: () => Math.round(beginning + performance.now()), stop: () => asking.stop() }
}

const time = { name: 'time', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time' }

/** When this process began, by the clock of the database. The answer is taken to be from the middle of the time that it took. */
async function beginningOf({ query }: Pick<Database, 'query'>): Promise<number> {
  const asked = performance.now()
  const [row] = await query<{ time: number }>(time)
  return row!.time - (asked + performance.now()) / 2
}
