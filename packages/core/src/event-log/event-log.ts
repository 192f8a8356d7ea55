import type { Database } from '../data/database.ts'
import { Feed } from './feed.ts'
import { recogniseOrigin } from './origin.ts'
import { repeat } from '../background/repeat.ts'
import { forgetEvents } from './retention.ts'
import type { SequencingHook } from './sequence.ts'
import { startSequencer } from './sequencer.ts'

/** How often old entries are looked for, in milliseconds. */
const RETENTION_INTERVAL = 60_000

/** Pause between two batches of them, so that deleting keeps nobody waiting. */
const RETENTION_PAUSE = 20

export interface EventLogOptions {
  database: Database
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** What else happens to every event that enters the log. Default: nothing. */
  hooks?: readonly SequencingHook[]
  /** Told of the first error of an outage; the log goes on after it. */
  report: (error: unknown) => void
}

/** The log at work in this process. */
export interface EventLog {
  feed: Feed
  /** Ends every follower, and resolves when nothing is done any more. */
  stop(): Promise<void>
}

/** Puts committed events in order, follows them, and forgets the old ones. Any number of processes on one database do so together. */
export async function startEventLog({ database, now, hooks = [], report }: EventLogOptions): Promise<EventLog> {
  await recogniseOrigin(database)
  const feed = await Feed.open({ database, report })
  const sequencer = startSequencer({ database, hooks, report, onAdded: () => feed.wake() })
  const forget = async () => ((await forgetEvents(database, now())) ? RETENTION_PAUSE : RETENTION_INTERVAL)
  const retention = repeat(forget, { report })
  return {
    feed,
    async stop() {
      await Promise.all([sequencer.stop(), retention.stop()])
      await feed.close()
    },
  }
}
