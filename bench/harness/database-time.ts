import { readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Processor time that the sessions of one database have used so far, in microseconds. */
export interface DatabaseTime {
  read(): Promise<number>
  close(): Promise<void>
}

const sessions = `
  select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Reads it as Linux tells it of each process. It is NaN where the server is on another machine, or the machine is no Linux. */
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

/** The first figure is the time on a processor, in nanoseconds. */
function timeOf(pid: number): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return NaN
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  } catch {
    return NaN
  }
}
