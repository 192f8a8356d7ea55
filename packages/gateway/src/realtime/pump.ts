import { type Entry, isCursorExpired, type Subscription } from '@roster/core/server'
import type { LiveConnection } from '../connections/connection.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import type { Part } from './frames.ts'

/** Where the entries of a subscription go. */
export interface Sink {
  /** Returns the bytes of a batch to send, in several parts when there are many. */
  partsOf: (batch: readonly Entry[]) => readonly Part[]
  send: (bytes: Buffer) => void
  /** Tells the client that entries were missed, and the cursor from which it continues. */
  reset(cursor: string): void
  /** Subscribes to the log from its end. */
  resubscribe(): Promise<Subscription>
}

/**
 * Writes entries to a connection until its signal is aborted. When the cursor has expired, tells the client so and continues with new entries. Throws
 * `SlowReader` when too much is unsent.
 */
export async function pump(
  connection: LiveConnection,
  counters: RealtimeCounters,
  first: Subscription,
  sink: Sink,
): Promise<void> {
  let subscription = first
  if (first.reset) sink.reset(first.cursor)
  while (!(await isWritten(connection, counters, subscription, sink))) {
    subscription = await sink.resubscribe()
    sink.reset(subscription.cursor)
  }
}

/** Writes the entries of a subscription. Returns false when the cursor has expired. */
async function isWritten(
  connection: LiveConnection,
  counters: RealtimeCounters,
  { batches }: Subscription,
  { partsOf, send }: Sink,
): Promise<boolean> {
  try {
    for await (const batch of batches) {
      connection.sending?.(batch)
      for (const { bytes, count, cursor } of partsOf(batch)) {
        send(bytes)
        counters.fannedOut += count
        connection.requireRoom()
        if (cursor !== connection.feed.cursor) await connection.drained()
        if (connection.signal.aborted) return true
      }
    }
    return true
  } catch (error) {
    if (isCursorExpired(error)) return false
    throw error
  }
}
