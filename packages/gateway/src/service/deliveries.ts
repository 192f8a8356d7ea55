import { createSealer, DeliveryQueue, type Feed, type Messages } from '@roster/core/server'
import type { MetricSources } from '../metrics/metrics.ts'
import { openGuardedAgent } from '../webhooks/agent.ts'
import { Deliverer, type DelivererOptions } from '../webhooks/deliverer.ts'
import type { Destinations } from '../webhooks/destinations.ts'
import { reporterOf, type Runtime } from './runtime.ts'

/** The parts that webhook deliveries need. */
interface Beside {
  feed: Feed
  messages: Messages
  destinations: Destinations
  now: () => number
}

/** Running deliveries of webhooks. */
interface Deliveries {
  /** Metrics of the deliveries. */
  source: NonNullable<MetricSources['deliveries']>
  stop(): Promise<void>
}

/** The parts of the service that deliveries need. */
type Needed = Pick<Runtime, 'naming' | 'application' | 'database' | 'secrets' | 'logger'>

/** Starts delivering events to webhook endpoints. */
export function startDeliveries(runtime: Needed, { feed, messages, destinations, now }: Beside): Deliveries {
  const { naming, database, secrets } = runtime
  const queue = new DeliveryQueue(database, createSealer(secrets, 'webhook'))
  const deliverer = new Deliverer({
    naming,
    queue,
    feed,
    openAgent: () => openGuardedAgent(destinations),
    tracing: database.tracing,
    now,
    report: reporterOf(runtime)('Webhooks were not delivered'),
    onDisabled: tellerOf(runtime, messages),
  })
  return {
    source: { counters: deliverer.counters, lag: () => queue.lag() },
    stop: () => deliverer.stop(),
  }
}

/** Returns a function that reports a disabled endpoint: to operators in the log, and to callers with the scope of webhooks. */
function tellerOf({ application, logger }: Needed, messages: Messages): NonNullable<DelivererOptions['onDisabled']> {
  const scope = application.access.scopeFor.webhooks
  return ({ endpoint_id, reason }) => {
    logger.warn({ endpoint_id, reason }, 'A webhook endpoint was disabled')
    messages.notify({ scope, notification: 'webhook.disabled', details: { endpoint_id } })
  }
}
