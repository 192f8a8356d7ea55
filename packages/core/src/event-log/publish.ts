import { setTimeout as wait } from 'node:timers/promises'
import type { Broker } from './broker.ts'
import type { Entry } from './entry.ts'
import type { Feed } from './feed.ts'
import type { Subscription } from './subscription.ts'
import { holds, isCursorExpired } from './log-state.ts'
import { type LogPage, messagesOf } from './log-page.ts'

/** Interval at which the state of the log is published while there are no entries, in milliseconds. */
export const HEARTBEAT = 250

export interface Publication {
  broker: Broker
  /** Reads the log from the database. */
  feed: Feed
  /** Number of the last message in the stream, after which this process publishes. */
  number: number
  /** Called for every message that the broker accepted. */
  onAppended: () => void
  signal: AbortSignal
}

/**
 * Publishes the log from its present end: new entries, and in between the state of the log, as long as the database can be read. Resolves when another
 * process publishes, when published entries are lost in a failover, or when the signal is aborted. Throws when the broker does not answer.
 */
export async function publishLog({ broker, feed, number, onAppended, signal }: Publication): Promise<void> {
  let end = feed.end
  let last = number

  /** Publishes entries. Returns whether this process is still the publisher. */
  async function publish(entries: readonly Entry[]): Promise<boolean> {
    const newest = entries.at(-1) ?? end
    if (!holds(feed.state, newest)) return false
    const page: LogPage = { after: end.seq, log: feed.state, entries }
    end = newest
    for (const message of messagesOf(page, broker.capacity)) {
      const appended = await broker.append(message, last)
      if (appended === undefined) return false
      last = appended
      onAppended()
    }
    return true
  }

  const pages = pagesOf(await feed.subscribe({ signal }))
  let [page, beat] = [next(pages), heartbeat(signal)]
  let goesOn = await publish([])
  while (goesOn && !signal.aborted) {
    const read = await Promise.race([page, beat])
    if (read?.done) return
    if (read) {
      goesOn = await publish(read.value)
      page = next(pages)
    } else {
      goesOn = !feed.hasLooked(HEARTBEAT) || (await publish([]))
      beat = heartbeat(signal)
    }
  }
}

/** Resolves when the state of the log is due again. */
const heartbeat = (signal: AbortSignal): Promise<undefined> =>
  wait(HEARTBEAT, undefined, { signal }).catch(() => undefined)

/** Returns the batches of a subscription, and ends without an error when the cursor is expired. */
async function* pagesOf({ batches }: Subscription): AsyncGenerator<readonly Entry[]> {
  try {
    yield* batches
  } catch (error) {
    if (!isCursorExpired(error)) throw error
  }
}

/** Returns the next page. A rejection that nobody waits for any more is ignored. */
function next<Page>(pages: AsyncGenerator<Page>): Promise<IteratorResult<Page>> {
  const page = pages.next()
  page.catch(() => {})
  return page
}
