import {
  createSealer,
  DeliveryQueue,
  followClock,
  openMessages,
  queueDeliveries,
  readLag,
  startEventLog,
  watchDenyList,
} from '@roster/core/server'
import type { MetricSources } from '../metrics/metrics.ts'
import { openGuardedAgent } from '../webhooks/agent.ts'
import { Deliverer } from '../webhooks/deliverer.ts'
import { Destinations } from '../webhooks/destinations.ts'
import type { Live } from './compose.ts'
import { reporterOf, type Runtime } from './runtime.ts'

/** What goes on beside requests, at work. */
export interface Started extends Live {
  /** How it goes. */
  sources: MetricSources
  /** Ends the attempts to deliver that are under way, and begins no other. */
  stopDelivering(): Promise<void>
  stop(): Promise<void>
}

/** Starts the log of events and what follows it, deliveries of webhooks among them, and keeps watch for tokens that are ended. */
export async function startLive(runtime: Runtime): Promise<Started> {
  const { application, database, broker, settings, logger, secrets, naming, now } = runtime
  const reporter = reporterOf(runtime)
  const denyListWatch = watchDenyList({ database, now, report: reporter('Denied access tokens could not be read') })
  // What processes do in turns goes by one clock.
  const clock = await followClock({ database, report: reporter('The database did not tell its time') })
  const log = await startEventLog({
    database,
    now: clock.now,
    hooks: [queueDeliveries(application.eventAccess)],
    broker,
    report: reporter('The event log fell behind'),
  })
  const messages = openMessages({ database, report: reporter('A message did not reach the other processes') })
  const destinations = new Destinations({ allow: settings.WEBHOOK_ALLOW })
  const queue = new DeliveryQueue(database, createSealer(secrets, 'webhook'))
  const deliverer = new Deliverer({
    naming,
    queue,
    feed: log.feed,
    openAgent: () => openGuardedAgent(destinations),
    tracing: database.tracing,
    now: clock.now,
    report: reporter('Webhooks were not delivered'),
    onDisabled({ endpoint_id, reason }) {
      logger.warn({ endpoint_id, reason }, 'A webhook endpoint was disabled')
      const scope = application.access.scopeFor.webhooks
      messages.notify({ scope, notification: 'webhook.disabled', details: { endpoint_id } })
    },
  })

  return {
    feed: log.feed,
    messages,
    denyList: denyListWatch.denyList,
    destinations,
    sources: {
      lag: () => readLag(database),
      relay: log.relay,
      waitingQueries: () => database.waiting(),
      replication: database.reads.replication,
      deliveries: { counters: deliverer.counters, lag: () => queue.lag() },
    },
    stopDelivering: () => deliverer.stop(),
    async stop() {
      await denyListWatch.stop()
      await deliverer.stop()
      await Promise.all([log.stop(), messages.close(), clock.stop()])
    },
  }
}
