import type { Feed } from '@roster/core/server'

/** Calls `call` when the log has grown, until the signal is aborted or the feed is closed. */
export async function followNews(feed: Feed, call: () => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      const { batches } = await feed.subscribe({ signal })
      for await (const _ of batches) call()
      return
    } catch {
      // The log was replaced by another: it is followed from its end.
      call()
    }
  }
}
