import type { Entry } from './entry.ts'
import type { Selection } from './read-on.ts'

export interface SubscriptionOptions {
  /** Cursor after which the entries begin. Default: the end of the log. */
  after?: string | undefined
  /** Ends the subscription. By default it ends with the feed. */
  signal?: AbortSignal
  /** Whether the subscription gets an entry. Default: it gets all. */
  isFor?: (entry: Entry) => boolean
  /** Returns the selection for reads from the database, which must include every entry that `isFor` accepts at that time. Default: all entries. */
  selection?: () => Selection
  /** Identifies the reader. Subscriptions of one reader read from the database one at a time. By default a subscription waits for no other. */
  reader?: string
}

/** A subscription to the log. */
export interface Subscription {
  /** Cursor after which the entries begin. */
  readonly cursor: string
  /** Whether the requested cursor is expired, so that the entries begin at the end of the log instead. */
  readonly reset: boolean
  /** Whether it has come to the end of the log over entries that it does not get, so that a reader which has all that was given can go on from there. */
  readonly hasPassed: boolean
  /**
   * The entries after `cursor`, each once and in order, as they come. A batch is read when it is asked for, so that a slow reader costs no memory. Ends
   * when the signal is aborted or the feed is closed. Throws `cursor-expired` when entries that were given are lost in a failover, or when the log is
   * deleted faster than it is read.
   */
  readonly batches: AsyncIterable<readonly Entry[]>
}
