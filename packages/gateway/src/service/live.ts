import { followClock, openMessages, queueDeliveries, readLag, startEventLog, watchDenyList } from '@roster/core/server'
import type { MetricSources } from '../metrics/metrics.ts'
import { ended } from '../server/left.ts'
import { Destinations } from '../webhooks/destinations.ts'
import type { Live } from './compose.ts'
import { startDeliveries } from './deliveries.ts'
import { endBy } from './end-by.ts'
import { inTurn, together } from './ends.ts'
import { reporterOf, type Runtime } from './runtime.ts'

/** The background parts, running. */
export interface Started extends Live {
  /** Metrics of the background parts. */
  sources: MetricSources
  /**
   * Returns the time of this process, or of the database where that is earlier. What has expired is deleted by it, for all processes: a clock that is ahead must
   * not delete what is valid for the others.
   */
  agreed: () => number
  /** Ends the webhook attempts in flight, and starts no others. */
  stopDelivering(): Promise<void>
  stop(): Promise<void>
}

/** Starts the log of events, the parts that follow it, such as webhook deliveries, and the watch for denied tokens. */
export async function startLive(runtime: Runtime): Promise<Started> {
  const { application, database, broker, settings, now } = runtime
  const reporter = reporterOf(runtime)
  // Work that processes take turns at uses one clock.
  const clock = await followClock({ database, report: reporter('The database did not tell its time') })
  const agreed = () => Math.min(now(), clock.now())
  const log = await startEventLog({
    database,
    now: clock.now,
    hooks: [queueDeliveries(application.eventAccess)],
    broker,
    report: reporter('The event log fell behind'),
  }).catch((error: unknown) => endBy(error, () => clock.stop()))
  const denyListWatch = watchDenyList({
    database,
    now,
    agreed,
    report: reporter('Denied access tokens could not be read'),
  })
  const { feed, relay } = log
  const messages = openMessages({ database, report: reporter('A message did not reach the other processes') })
  const destinations = new Destinations({ allow: settings.WEBHOOK_ALLOW })
  const deliveries = startDeliveries(runtime, { feed, messages, destinations, now: clock.now })

  return {
    feed,
    messages,
    denyList: denyListWatch.denyList,
    destinations,
    agreed,
    sources: { ...databaseSources(runtime), relay, deliveries: deliveries.source },
    stopDelivering: () => deliveries.stop(),
    stop() {
      const followers = () => [
        ended('the watch for denied tokens', denyListWatch.stop()),
        ended('deliveries of webhooks', deliveries.stop()),
      ]
      const followed = () => [
        ended('the event log', log.stop()),
        ended('messages', messages.close()),
        ended('the clock', clock.stop()),
      ]
      return inTurn([() => together(followers()), () => together(followed())])
    },
  }
}

/** Returns the metrics of the database. */
const databaseSources = ({ database }: Runtime) => ({
  lag: () => readLag(database),
  waitingQueries: () => database.waiting(),
  replication: database.reads.replication,
})
