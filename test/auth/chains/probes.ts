import type { Scope } from '@roster/api'
import type { Knowledge } from './knowledge.ts'
import { fresh, type World } from './world.ts'

/** What reading events of a kind takes beside `read:events`. */
const READ: Record<string, Scope> = {
  user: 'read:users',
  export: 'read:users',
  order: 'read:orders',
  api_key: 'manage:keys',
  webhook: 'manage:webhooks',
}
const scopeOf = (event: string) => READ[event.split('.')[0]!]!

interface Probe {
  what: string
  operation: string
  input: object
}

/** What could not be done at the start, whatever it was that began: to become, change or take over somebody or something that may do everything. */
function probesOf(world: World, { start }: Knowledge): Probe[] {
  const name = fresh()
  const { key_id, client_id, endpoint_id } = world.mighty
  const all: (Probe & { isAllowed?: boolean })[] = [
    {
      what: 'makes an administrator',
      operation: 'users.create',
      input: { name, email: `${name}@example.com`, role: 'admin' },
    },
    { what: 'changes an administrator', operation: 'users.update', input: { user_id: world.boss, name } },
    {
      what: 'takes over an administrator',
      operation: 'users.setPassword',
      input: { user_id: world.boss, password: 'gained by a chain' },
    },
    { what: 'rotates a key that may do everything', operation: 'apiKeys.rotate', input: { key_id } },
    { what: 'changes a client that may do everything', operation: 'oauthClients.update', input: { client_id, name } },
    {
      what: 'redirects an endpoint that is sent everything',
      operation: 'webhookEndpoints.update',
      input: { endpoint_id, url: 'https://weak.example.com/hook' },
      isAllowed: Object.values(READ).every((scope) => start.scopes.includes(scope)),
    },
    {
      what: 'reads a user',
      operation: 'users.get',
      input: { user_id: world.boss },
      isAllowed: start.owner === null && start.scopes.includes('read:users'),
    },
    ...Object.entries(READ).map(([kind, scope]) => ({
      what: `reads events of ${kind}`,
      operation: 'events.list',
      input: {
        type:
          { api_key: 'api_key.created', webhook: 'webhook.test', export: 'export.succeeded' }[kind] ??
          `${kind}.created`,
      },
      isAllowed: start.scopes.includes('read:events') && start.scopes.includes(scope),
    })),
  ]
  return all.filter(({ isAllowed = false }) => !isAllowed)
}

/** What a credential that is known can do of what could not be done at the start, as sentences. */
export async function probe(world: World, weak: Knowledge): Promise<string[]> {
  const gains: string[] = []
  for (const { how, caller } of weak.known) {
    if ((await caller.rest('GET /v1/me')).status !== 200) continue
    for (const { what, operation, input } of probesOf(world, weak)) {
      const { status } = await world.call(caller, operation, input)
      if (status < 300) gains.push(`${how} ${what}`)
    }
    gains.push(...(await foreignEvents(world, weak, caller)).map((event) => `${how} reads ${event}`))
  }
  return gains
}

/** Events in the log that it reads and could not at the start. */
async function foreignEvents(world: World, { start }: Knowledge, caller: Knowledge['known'][number]['caller']) {
  const { status, body } = await world.call(caller, 'events.list', { limit: 100 })
  if (status !== 200) return []
  const data = body.data as { event: string; data: { id: string; user_id?: string } }[]
  const isForeign = ({ event, data: about }: (typeof data)[number]) =>
    !start.scopes.includes(scopeOf(event)) || (start.owner !== null && ![about.id, about.user_id].includes(start.owner))
  return [...new Set(data.filter(isForeign).map(({ event }) => event))]
}

const sent = {
  name: 'what endpoints were sent',
  text: 'select distinct endpoint_id, event from webhook_deliveries where endpoint_id = any($1)',
}

/** Events that were sent to it and that it could not read at the start. */
export async function foreignDeliveries(world: World, { endpoints, start }: Knowledge): Promise<string[]> {
  const rows = await world.service.database.query<{ endpoint_id: string; event: string }>(sent, [[...endpoints]])
  const foreign = rows.filter(({ event }) => !start.scopes.includes(scopeOf(event)))
  return foreign.map(({ endpoint_id, event }) => `${endpoint_id} is sent ${event}`)
}
