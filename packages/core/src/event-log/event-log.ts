import type { Database } from '../data/database.ts'
import type { Broker } from './broker.ts'
import { Feed } from './feed.ts'
import { nameLog, recogniseOrigin } from './origin.ts'
import { Relay, type RelayState } from './relay.ts'
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
  /** Where processes follow the log besides the database. Whoever opened it closes it, after the log. Default: nowhere. */
  broker?: Broker | undefined
  /** Told of the first error of an outage; the log goes on after it. */
  report: (error: unknown) => void
}

/** The log at work in this process. */
export interface EventLog {
  feed: Feed
  /** How this process takes part in following the log at a broker; undefined where there is none. */
  relay: RelayState | undefined
  /** Ends every follower, and resolves when nothing is done any more. */
  stop(): Promise<void>
}

/** Puts committed events in order, follows them, and forgets the old ones. Any number of processes on one database do so together. */
export async function startEventLog(options: EventLogOptions): Promise<EventLog> {
  const { database, now, hooks = [], broker, report } = options
  await recogniseOrigin(database)
  const feed = await Feed.open({ database, report })
  const name = broker && (await nameLog(database))
  // Who publishes is heard to read the database, and puts events in order too.
  const isRelieved = () => relay?.source === 'broker'
  const sequencer = startSequencer({ database, hooks, isRelieved, report, onAdded: () => feed.wake() })
  const onSource = () => sequencer.wake()
  const relay = broker && new Relay({ broker, feed, log: name!, onSource, report })
  const forget = async () => ((await forgetEvents(database, now())) ? RETENTION_PAUSE : RETENTION_INTERVAL)
  const retention = repeat(forget, { report })
  return {
    feed,
    relay,
    async stop() {
      await relay?.close()
      await Promise.all([sequencer.stop(), retention.stop()])
      await feed.close()
    },
  }
}
