import type { Database } from '../data/database.ts'
import { inSnapshot } from '../data/postgres-snapshot.ts'
import type { Reads } from '../data/reads.ts'
import { isRefusal } from '../data/refusal.ts'
import { hasLost } from '../data/retry.ts'
import type { Position } from './position.ts'
import type { ReplicaConnection, Replica } from './replica.ts'

/** Returns reads that the replicas answer in turn, or the primary when no replica can. `ask` asks the primary for its position. */
export function readsOf(primary: Database, replicas: readonly Replica[], ask: () => Promise<Position>): Reads {
  const counts = { primary: 0, replica: 0 }
  let turn = 0

  /** Takes a connection to the next fit replica. Returns undefined when the primary has to answer. */
  async function take(): Promise<ReplicaConnection | undefined> {
    const fit = replicas.filter(({ fault }) => fault === undefined)
    if (fit.length === 0) return undefined
    const position = await ask().catch(() => undefined)
    return position && fit[turn++ % fit.length]!.take(position)
  }

  return {
    replication: { counts, replicas },
    async query(...call) {
      const connection = await take()
      if (connection) {
        try {
          const rows = await connection.query(...call)
          counts.replica++
          return rows as never
        } catch (error) {
          // An error in the statement would be the same at the primary.
          if (isRefusal(error) && !hasLost(error)) throw error
        }
      }
      counts.primary++
      return primary.query(...call)
    },
    async snapshot(read) {
      const connection = await take()
      counts[connection ? 'replica' : 'primary']++
      return connection ? inSnapshot(async () => connection.client, read) : primary.snapshot(read)
    },
  }
}
