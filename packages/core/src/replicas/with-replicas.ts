import type { Database } from '../data/database.ts'
import type { ReplicasOptions } from './replica.ts'

/**
 * Lets replicas answer what lists and exports read of a database. A replica answers once it has replayed all that the primary had when it was asked, so that
 * every reader sees all that was acknowledged before, by any process. One that does not catch up in time, or does not answer, is left out until it is fit
 * again, and the primary answers meanwhile. Throws `ReplicaRefused` for an address of another database.
 */
export async function withReplicas(database: Database, options: ReplicasOptions): Promise<Database> {
  const { openReplicas } = await import('./replicas.ts')
  return openReplicas(database, options)
}

/** Returns the fault for which a replica would be left out now; undefined for one that is fit to answer. */
export async function examineReplica(database: Database, url: string, lag: number): Promise<string | undefined> {
  const { faultOfReplica } = await import('./replicas.ts')
  return faultOfReplica(database, url, lag)
}
