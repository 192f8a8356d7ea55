import { repeat } from '../background/repeat.ts'
import type { Database } from './database.ts'

/** Interval between queries for the time of the database, in milliseconds. */
const INTERVAL = 60_000

/** A clock with the time of the database. */
export interface DatabaseClock {
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Stops the queries for the time. Resolves when none is running any more. */
  stop(): Promise<void>
}

/** The database that the clock follows, and the report of errors. */
export interface ClockOptions {
  database: Pick<Database, 'query'>
  /** Called with the first error of an outage. During the outage the clock goes on by itself. */
  report: (error: unknown) => void
}

/**
 * Follows the clock of the database: processes that share a database agree on its time, however wrong their own clocks are. Queries the time once a minute; in
 * between, time passes as this machine counts it.
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

/**
 * Returns when this process began, by the clock of the database, in milliseconds since the epoch. The database is taken to read its clock in the middle of the
 * query.
 */
async function beginningOf({ query }: Pick<Database, 'query'>): Promise<number> {
  const asked = performance.now()
  const [row] = await query<{ time: number }>(time)
  return row!.time - (asked + performance.now()) / 2
}
