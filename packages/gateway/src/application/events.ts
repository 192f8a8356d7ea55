import { access } from '@roster/api'
import { servicesOf } from '@roster/api'
import {
  currentPrincipal,
  DeliveryQueue,
  eventAccess,
  eventChannels,
  followClock,
  openMessages,
  queueDeliveries,
  readLag,
  redeemTicket,
  startEventLog,
} from '@roster/api/app'
import { ownPagesOnly } from '../auth/own-pages.ts'
import type { GatewayOptions } from '../server/options.ts'
import { type ConnectionLimit, memoryConnectionLimit } from '../connections/limit.ts'
import { redisConnectionLimit } from '../connections/limit-redis.ts'
import { guardedAgent } from '../webhooks/agent.ts'
import { Deliverer } from '../webhooks/deliverer.ts'
import { Destinations } from '../webhooks/destinations.ts'
import type { Runtime } from './runtime.ts'

/** The log of events, and what follows it: streams, sockets and webhooks. */
export interface Events {
  options: Pick<GatewayOptions, 'services' | 'realtime' | 'metrics'>
  /** Ends the attempts to deliver that are under way, and begins no other. */
  stopDelivering(): Promise<void>
  stop(): Promise<void>
}

/** Starts the log and the deliveries. */
export async function startEvents(runtime: Runtime): Promise<Events> {
  const { database, settings, logger, secrets, now, registry, reporter } = runtime
  // What processes do in turns goes by one clock.
  const clock = await followClock({ database, report: reporter('The database did not tell its time') })
  const log = await startEventLog({
    database,
    now: clock.now,
    hooks: [queueDeliveries(eventAccess)],
    report: reporter('The event log fell behind'),
  })
  const messages = openMessages({ database, report: reporter('A message did not reach the other processes') })
  const destinations = new Destinations({ allow: settings.WEBHOOK_ALLOW })
  const refusal = (url: URL) => destinations.refusal(url)
  const services = servicesOf(database, { access, secrets, refusal, limits: settings.LIMITS })
  const queue = new DeliveryQueue(database, services.webhooks.sealer)
  const deliverer = new Deliverer({
    naming: runtime.naming,
    queue,
    feed: log.feed,
    agent: guardedAgent(destinations),
    now: clock.now,
    report: reporter('Webhooks were not delivered'),
    onDisabled({ endpoint_id, reason }) {
      logger.warn({ endpoint_id, reason }, 'A webhook endpoint was disabled')
      messages.notify({ scope: access.scopeFor.webhooks, notification: 'webhook.disabled', details: { endpoint_id } })
    },
  })

  return {
    options: {
      services,
      realtime: {
        feed: log.feed,
        channels: eventChannels(database, eventAccess),
        messages,
        limit: connectionLimitOf(runtime),
        redeemTicket: (ticket) => redeemTicket({ database, access }, ticket, now()),
        current: (principal) => currentPrincipal({ database, access }, principal, now()),
        requireOwnPage: ownPagesOnly(runtime),
      },
      metrics: {
        registry,
        isOpenHere: settings.NODE_ENV !== 'production',
        lag: () => readLag(database),
        waitingQueries: () => database.waiting(),
        deliveries: { counters: deliverer.counters, lag: () => queue.lag() },
      },
    },
    stopDelivering: () => deliverer.stop(),
    async stop() {
      await deliverer.stop()
      await Promise.all([log.stop(), messages.close(), clock.stop()])
    },
  }
}

function connectionLimitOf({ settings: { CONNECTION_LIMIT: limit }, redis }: Runtime): ConnectionLimit {
  return redis ? redisConnectionLimit(limit, redis) : memoryConnectionLimit(limit)
}
