import type { Scope } from '@roster/api'
import { NOTHING } from './oracle.ts'
import { describePower, type Situation, unchanged } from './table.ts'

/** What is read with which scopes, by what an endpoint asks for; all that there is, by who may read all of it. */
const SENT: Record<string, readonly Scope[]> = {
  'user.created': ['read:users'],
  'export.failed': ['read:users'],
  'order.updated': ['read:orders'],
  'api_key.rotated': ['manage:keys'],
  'webhook.test': ['manage:webhooks'],
  '*': ['read:users', 'read:orders', 'manage:keys', 'manage:webhooks'],
}

const scopesOf = (event: string): readonly Scope[] => SENT[event] ?? NOTHING

const made = (events: string[], power: readonly Scope[]): Situation => ({
  operation: 'webhookEndpoints.create',
  what: `one for ${events.join(' and ')} is made`,
  powers: { 'endpoint after': power },
  prepare: async () => ({ input: { url: 'https://example.com/hook', events }, ids: [] }),
})

const kinds = Object.keys(SENT).filter((event) => event !== '*')

const updated = (event: string, what: string, change: object, after = scopesOf(event)): Situation => ({
  operation: 'webhookEndpoints.update',
  what: `one for ${event} ${what}`,
  powers: { ...unchanged('endpoint', scopesOf(event)), 'endpoint after': after },
  async prepare(scene) {
    const endpoint_id = await scene.endpoint([event])
    return { input: { endpoint_id, ...change }, ids: [endpoint_id] }
  },
})

const handled = (operation: string, event: string, input: object = {}): Situation => ({
  operation: `webhookEndpoints.${operation}`,
  what: `one for ${event}`,
  powers: { 'endpoint before': scopesOf(event) },
  async prepare(scene) {
    const endpoint_id = await scene.endpoint([event])
    return { input: { endpoint_id, ...input }, ids: [endpoint_id] }
  },
})

const redelivered = (event: string): Situation => ({
  operation: 'webhookEndpoints.redeliver',
  what: `a delivery to one for ${event}`,
  powers: { 'endpoint before': scopesOf(event) },
  async prepare(scene) {
    const endpoint_id = await scene.endpoint([event])
    return { input: { endpoint_id, delivery_id: await scene.delivery(endpoint_id) }, ids: [endpoint_id] }
  },
})

describePower('webhook endpoints', [
  ...kinds.map((event) => made([event], scopesOf(event))),
  made(['user.deleted', 'order.created'], ['read:users', 'read:orders']),
  made(['*'], NOTHING),
  made(['*', 'order.created'], ['read:orders']),
  ...['user.created', '*'].flatMap(allOf),
])

/** Everything that is done with an endpoint that asks for this. */
function allOf(event: string): Situation[] {
  const plain = ['delete', 'test', 'rotateSecret', 'deliveries'].map((operation) => handled(operation, event))
  return plain.concat(
    updated(event, 'is sent elsewhere', { url: 'https://elsewhere.example.com/hook' }),
    updated(event, 'is described', { description: 'Other' }),
    updated(event, 'is disabled', { status: 'disabled' }),
    updated(event, 'is left as it is', {}),
    updated(event, 'asks for orders', { events: ['order.created'] }, ['read:orders']),
    updated(event, 'asks for all that its maker may read', { events: ['*'] }, NOTHING),
    handled('recover', event, { since: '2026-11-20T09:30:00.000Z' }),
    redelivered(event),
  )
}
