import type { Database } from '../data/database.ts'
import type { Broker } from './broker.ts'
import { Feed } from './feed.ts'
import { nameLog, recogniseOrigin } from './origin.ts'
import { Relay, type RelayState } from './relay.ts'
import { repeat } from '../background/repeat.ts'
import { forgetEvents } from './retention.ts'
import type { SequencingHook } from './sequence.ts'
import { startSequencer } from './sequencer.ts'

/** Interval at which old entries are deleted, in milliseconds. */
const RETENTION_INTERVAL = 60_000

/** Pause between two batches of deletions, in milliseconds, so that other statements do not wait long. */
const RETENTION_PAUSE = 20

export interface EventLogOptions {
  database: Database
  /** Returns the time in milliseconds since the epoch. */
  now: () => number
  /** Statements that run for every event that enters the log, in the same transaction. Default: none. */
  hooks?: readonly SequencingHook[]
  /** A broker through which processes follow the log instead of the database. The caller closes it after the log has stopped. Default: none. */
  broker?: Broker | undefined
  /** Called with the first error of an outage, which the log outlives. */
  report: (error: unknown) => void
}

/** The parts of the log that run in this process. */
export interface EventLog {
  feed: Feed
  /** How this process follows or publishes the log at the broker; undefined without a broker. */
  relay: RelayState | undefined
  /** Ends all subscriptions, and resolves when all work has ended. */
  stop(): Promise<void>
}

/** Starts giving committed events their places, following them, and deleting the old ones. Any number of processes may share this work on one database. */
export async function startEventLog(options: EventLogOptions): Promise<EventLog> {
  const { database, now, hooks = [], broker, report } = options
  await recogniseOrigin(database)
  const feed = await Feed.open({ database, report })
  const name = broker && (await nameLog(database))
  // A process that reads from the broker knows that the publisher reads the database, and gives places as well.
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
