import type { Database } from '@roster/core'
import { createSealer, DeliveryQueue } from '@roster/core/server'
import { Deliverer, type DelivererOptions, openGuardedAgent } from '@roster/gateway'
import { destinations } from './destinations.ts'
import { type Service, SITE } from './service.ts'

/** Starts the log and a deliverer of a service. When stopped, the deliverer soon gives up requests in progress. */
export async function startDeliverer(service: Service, changes: Partial<DelivererOptions> = {}): Promise<Deliverer> {
  const { feed } = await service.startEventLog()
  return new Deliverer({
    naming: SITE.naming,
    queue: new DeliveryQueue(service.database, createSealer(service.secrets, 'webhook')),
    feed,
    openAgent: () => openGuardedAgent(destinations),
    now: service.clock.now,
    report: (error) => {
      throw error
    },
    grace: 50,
    ...changes,
  })
}

const end = { text: `update webhook_endpoints set leased_until = now() - interval '1 second' where lease is not null` }

/** Expires the leases of endpoints, as after their 30 seconds. Deliveries that a running process is sending are then sent twice. */
export const endLeases = (database: Database) => database.query(end)
