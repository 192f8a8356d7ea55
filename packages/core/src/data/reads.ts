import type { Driver } from './driver.ts'

/** What only reads, and needs no transaction. A replica may answer it that has all that was acknowledged before it was asked. */
export interface Reads extends Pick<Driver, 'query' | 'snapshot'> {
  /** Who answers, where there are replicas. */
  readonly replication?: Replication
}

/** Replicas beside their primary. */
export interface Replication {
  /** How many statements and snapshots each has answered. */
  readonly counts: Readonly<Record<'primary' | 'replica', number>>
  readonly replicas: readonly ReplicaState[]
}

/** What is known of a replica since it was looked at last. */
export interface ReplicaState {
  /** Its host and port. */
  readonly place: string
  /** Why it is left out, as a clause such as `it is of another database`; undefined while it answers. */
  readonly fault: string | undefined
  /** How many bytes of the primary's write-ahead log it had yet to replay. */
  readonly behind: number
}
