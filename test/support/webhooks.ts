import { createSealer, DeliveryQueue } from '@roster/api/app'
import { Deliverer, type DelivererOptions, Destinations, guardedAgent } from '@roster/gateway'
import type { Service } from './service.ts'

/** Where names lead to in tests. */
const NAMES: Record<string, string[]> = {
  'private.example': ['10.1.2.3'],
  'half-private.example': ['93.184.215.14', '169.254.169.254'],
  'mapped.example': ['::ffff:10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
}

async function resolve(host: string): Promise<string[]> {
  if (host.endsWith('.invalid')) throw new Error(`${host} is not known.`)
  return NAMES[host] ?? ['93.184.215.14']
}

/** Where deliveries of tests may go: the public internet, which is not there, and the loopback interface over IPv4. */
export const destinations = new Destinations({ allow: ['127.0.0.0/8'], resolve })

/** Makes the deliveries of a service, whose log is put in order from now on. Attempts time out soon. */
export async function startDeliverer(service: Service, changes: Partial<DelivererOptions> = {}): Promise<Deliverer> {
  const { feed } = await service.startEventLog()
  return new Deliverer({
    queue: new DeliveryQueue(service.database, createSealer(service.secret, 'webhook')),
    feed,
    agent: guardedAgent(destinations),
    now: service.clock.now,
    report: (error) => {
      throw error
    },
    timeout: 300,
    grace: 50,
    ...changes,
  })
}
