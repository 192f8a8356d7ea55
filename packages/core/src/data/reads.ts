import type { Driver } from './driver.ts'

/** What only reads, and needs no transaction: a replica may answer it, which then has all that was acknowledged before it was asked. */
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

/** How a replica was found when it was looked at last. */
export interface ReplicaState {
  /** Its host and port. */
  readonly place: string
  /** Why it is left out, as a clause; undefined while it answers. */
  readonly fault: string | undefined
  /** How many bytes of the primary's log of writes it had yet to replay. */
  readonly behind: number
}
