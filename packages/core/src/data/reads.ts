import type { Driver } from './driver.ts'

/** Reads that need no transaction. A replica may answer a read when it has everything that was acknowledged before the read. */
export interface Reads extends Pick<Driver, 'query' | 'snapshot'> {
  /** State of the replicas; absent where there are none. */
  readonly replication?: Replication
}

/** State of a primary and its replicas. */
export interface Replication {
  /** Number of statements and snapshots that the primary and the replicas have answered. */
  readonly counts: Readonly<Record<'primary' | 'replica', number>>
  readonly replicas: readonly ReplicaState[]
}

/** State of a replica when it was last checked. */
export interface ReplicaState {
  /** Host and port of the replica. */
  readonly place: string
  /** Why the replica is left out, as a clause such as `it is of another database`; undefined while it answers. */
  readonly fault: string | undefined
  /** Number of bytes of the primary's write-ahead log that the replica had yet to replay. */
  readonly behind: number
}
