import type { Database } from '../data/database.ts'
import type { ReplicasOptions } from './replica.ts'

/**
 * A database whose reads of lists and exports are answered by replicas: each once it has replayed all that the primary had when it was asked, so that what
 * anybody was acknowledged is seen, whichever process acknowledged it and whichever answers. One that does not catch up in time, or is gone, is left out until
 * it is fit again, and the primary answers. Throws `ReplicaRefused` for one of another database.
 */
export async function withReplicas(database: Database, options: ReplicasOptions): Promise<Database> {
  const { openReplicas } = await import('./replicas.ts')
  return openReplicas(database, options)
}

/** Why a replica would be left out now; undefined for one that is fit to answer. */
export async function examineReplica(database: Database, url: string, lag: number): Promise<string | undefined> {
  const { faultOfReplica } = await import('./replicas.ts')
  return faultOfReplica(database, url, lag)
}
