import type { Database } from '../data/database.ts'

/** How far the log lags behind the committed events. */
export interface LogLag {
  /** Committed events that have no place yet. */
  unsequenced: number
  /** Age of the oldest of these events, in seconds; 0 for none. */
  age: number
}

const lag = {
  text: `
    select count(*) as unsequenced,
      greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 as age
    from events where seq is null`,
}

/** Reads the lag, for the metrics. */
export async function readLag(database: Database): Promise<LogLag> {
  const [row] = await database.query<LogLag>(lag)
  return row!
}
