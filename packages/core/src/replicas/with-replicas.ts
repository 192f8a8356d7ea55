import type { Database } from '../data/database.ts'
import type { ReplicasOptions } from './replica.ts'

/**
 * Returns a database whose lists and exports are read from replicas. A replica answers once it has replayed the primary's position at the time of the
 * request, so that every reader sees all writes acknowledged before, in any process. A replica that does not catch up in time, or does not answer, is left
 * out until it is fit again, and the primary answers meanwhile. Throws `ReplicaRefused` for the address of another database.
 */
export async function withReplicas(database: Database, options: ReplicasOptions): Promise<Database> {
  const { openReplicas } = await import('./replicas.ts')
  return openReplicas(database, options)
}

/** Returns the fault of a replica, for which it would be left out now; undefined when it is fit. */
export async function examineReplica(database: Database, url: string, lag: number): Promise<string | undefined> {
  const { faultOfReplica } = await import('./replicas.ts')
  return faultOfReplica(database, url, lag)
}
