import { readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Reads the processor time that the sessions of one database have used, in microseconds. */
export interface DatabaseTime {
  read(): Promise<number>
  close(): Promise<void>
}

const sessions = `
  select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Opens a reader that uses Linux's statistics of each process. Values are NaN when the server is on another machine or not on Linux. */
export async function openDatabaseTime(url: string): Promise<DatabaseTime> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    async read() {
      const { rows } = await client.query<{ pid: number }>(sessions)
      return rows.reduce((sum, { pid }) => sum + timeOf(pid), 0)
    },
    close: () => client.end(),
  }
}

/** Returns the processor time of a process in microseconds, or NaN. The first figure of schedstat is in nanoseconds. */
function timeOf(pid: number): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return NaN
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  } catch {
    return NaN
  }
}
