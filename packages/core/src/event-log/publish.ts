import { setTimeout as wait } from 'node:timers/promises'
import type { Broker } from './broker.ts'
import type { Entry } from './entry.ts'
import type { Feed, Subscription } from './feed.ts'
import { holds, isCursorExpired } from './log-state.ts'
import { type LogPage, messagesOf } from './log-page.ts'

/** How often readers are told how far the log reaches, in milliseconds. */
export const HEARTBEAT = 250

export interface Publication {
  broker: Broker
  /** Reads the database. */
  feed: Feed
  /** Number of the message after which this process publishes. */
  number: number
  /** Called with every message that the broker took. */
  onAppended: () => void
  signal: AbortSignal
}

/**
 * Publishes the log from its present end: its entries as they come, and between them how far it reaches, as long as the database says so. Resolves
 * when somebody else publishes, what was published is lost, or the signal is aborted; throws when the broker does not answer.
 */
export async function publishLog({ broker, feed, number, onAppended, signal }: Publication): Promise<void> {
  let end = feed.end
  let last = number

  /** Says whether this process is still the one that publishes. */
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

/** Resolves when it is time to tell how far the log reaches. */
const heartbeat = (signal: AbortSignal): Promise<undefined> =>
  wait(HEARTBEAT, undefined, { signal }).catch(() => undefined)

/** What a follower is given, until the log cannot be followed on. */
async function* pagesOf({ batches }: Subscription): AsyncGenerator<readonly Entry[]> {
  try {
    yield* batches
  } catch (error) {
    if (!isCursorExpired(error)) throw error
  }
}

/** The next page. What fails when nobody waits for it any more is of no interest. */
function next<Page>(pages: AsyncGenerator<Page>): Promise<IteratorResult<Page>> {
  const page = pages.next()
  page.catch(() => {})
  return page
}
