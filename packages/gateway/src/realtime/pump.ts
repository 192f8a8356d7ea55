import { Problem } from '@roster/core/contract'
import { cursorExpired, type Entry, type Subscription } from '@roster/core/server'
import type { LiveConnection } from '../connections/connection.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import type { Part } from './frames.ts'

/** Where the entries of a subscription go. */
export interface Sink {
  /** What is sent of a batch, in several parts where it is much. */
  partsOf: (batch: readonly Entry[]) => readonly Part[]
  send: (bytes: Buffer) => void
  /** Tells that entries were missed, and where it goes on. */
  reset(cursor: string): void
  /** Follows the log from now on. */
  resubscribe(): Promise<Subscription>
}

/**
 * Writes entries to a connection until its signal is aborted. Where the log cannot be followed any more, it says so and goes on with what
 * happens from then on. Throws `SlowReader`.
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

/** Returns false when the log could not be followed to the end. */
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
    if (error instanceof Problem && error.code === EXPIRED) return false
    throw error
  }
}

const EXPIRED = cursorExpired().code
