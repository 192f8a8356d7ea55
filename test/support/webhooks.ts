import type { Database } from '@roster/core'
import { createSealer, DeliveryQueue } from '@roster/core/server'
import { Deliverer, type DelivererOptions, openGuardedAgent } from '@roster/gateway'
import { destinations } from './destinations.ts'
import { type Service, SITE } from './service.ts'

/** Makes the deliveries of a service, whose log is put in order from now on. What is in flight is soon given up when it stops. */
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

/** Ends the leases of endpoints, as their 30 seconds would. What a living process is sending then is sent twice. */
export const endLeases = (database: Database) => database.query(end)
