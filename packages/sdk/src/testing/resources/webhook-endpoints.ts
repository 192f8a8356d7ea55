import type { Action, Steps } from '../action.ts'
import type { Scope } from '../policy.ts'
import { existing, invalid } from '../refuse.ts'
import { fault } from '#core/validation/fault'
import { Problem } from '../problem.ts'
import {
  asksFor,
  giveUpWithheld,
  isWithheld,
  newDelivery,
  queueAgain,
  scopesOfEndpoint,
  TEST_EVENT,
} from '../deliveries.ts'
import { refusalOf } from '../destinations.ts'
import { ownOf, requireBelowLimit } from '../maker-limits.ts'
import { listPage } from '../pages.ts'
import { actorOf } from '../principal.ts'
import type { Delivery, WebhookEndpoint } from '../records.ts'

/** How long the secret before the last rotation signs as well, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const webhookEndpoints: Record<string, Steps> = {
  'webhookEndpoints.create': {
    run(action) {
      const { db, input, now, state } = action
      const scopes = scopesFor(action, input['events'])
      requireReachable(action, input['url'])
      requireBelowLimit('endpoints', ownOf(action, db.webhookEndpoints).length, state.limits.endpoints)
      const endpoint: WebhookEndpoint = {
        id: action.id('whe'),
        url: input['url'],
        events: withoutRepetition(input['events']),
        description: input['description'],
        status: 'enabled',
        disabled_reason: null,
        created_by: actorOf(action.principal),
        created_at: now,
        updated_at: now,
      }
      db.webhookEndpoints.push(endpoint)
      state.endpointScopes.set(endpoint.id, scopes)
      const secret = state.random.signingSecret()
      state.signingSecrets.set(endpoint.id, [{ secret, until: Infinity }])
      return { ...endpoint, secret }
    },
  },

  'webhookEndpoints.update': {
    load: findToHandle,
    run(action, endpoint: WebhookEndpoint) {
      const { url, events } = action.input
      const scopes = events && scopesFor(action, events)
      if (url !== undefined && url !== endpoint.url) requireReachable(action, url)
      const changed = change(action, endpoint)
      if (scopes) action.state.endpointScopes.set(endpoint.id, scopes)
      giveUpWithheld(action.state, endpoint)
      return changed
    },
  },

  'webhookEndpoints.delete': {
    load: findToHandle,
    run: (action, endpoint: WebhookEndpoint) => action.remove(action.db.webhookEndpoints, endpoint),
  },

  'webhookEndpoints.test': {
    load: findToHandle,
    run(action, endpoint: WebhookEndpoint) {
      requireEnabled(endpoint)
      const event = action.emit(TEST_EVENT, endpoint, null)
      return newDelivery(action.state, endpoint, event, action.time)
    },
  },

  'webhookEndpoints.rotateSecret': {
    load: findToHandle,
    run({ now, state, time }, endpoint: WebhookEndpoint) {
      const secret = state.random.signingSecret()
      const [last] = state.signingSecrets.get(endpoint.id) ?? []
      const previous = last ? [{ secret: last.secret, until: time + OVERLAP }] : []
      state.signingSecrets.set(endpoint.id, [{ secret, until: Infinity }, ...previous])
      endpoint.updated_at = now
      return { ...endpoint, secret }
    },
  },

  'webhookEndpoints.deliveries': {
    load: findToHandle,
    run(action, { id }: WebhookEndpoint) {
      const { status } = action.input
      const isListed = (delivery: Delivery) =>
        delivery.endpoint_id === id && (status === undefined || delivery.status === status)
      return listPage(action, action.db.deliveries.filter(isListed))
    },
  },

  'webhookEndpoints.redeliver': {
    load: findToHandle,
    run({ db, input, state, time }, endpoint: WebhookEndpoint) {
      const isAsked = ({ id, endpoint_id }: Delivery) => id === input['delivery_id'] && endpoint_id === endpoint.id
      const delivery = existing(db.deliveries.find(isAsked), 'delivery')
      requireEnabled(endpoint)
      if (isWithheld(state, endpoint, delivery.event))
        throw new Problem(
          'conflict',
          `This endpoint is not sent ${delivery.event} any more. Add it to the events of the endpoint, and call again.`,
        )
      return queueAgain(state, delivery, time)
    },
  },

  'webhookEndpoints.recover': {
    load: findToHandle,
    run(action, endpoint: WebhookEndpoint) {
      requireEnabled(endpoint)
      return { queued: recover(action, endpoint, Date.parse(action.input['since'])) }
    },
  },
}

/** The scopes that an endpoint is given with its events. Throws `forbidden` where the caller may not read what is named. */
function scopesFor(action: Action, events: readonly string[]): readonly Scope[] {
  const { eventAccess, access } = action.application
  const named = eventAccess.scopesToRead(events)
  const scopes = events.includes('*') ? eventAccess.scopesToRead(eventAccess.namesFor(action.principal)) : named
  action.requirePower('An endpoint for these events', access.powerOfScopes([...named, ...scopes]))
  return scopes
}

/** An endpoint for a change, or a look at its deliveries. Throws `forbidden` where the caller may not read what it is sent. */
function findToHandle(action: Action): WebhookEndpoint {
  const endpoint = action.find(action.db.webhookEndpoints, action.input['endpoint_id'], 'webhook endpoint')
  action.requirePower(
    'This endpoint',
    action.application.access.powerOfScopes(scopesOfEndpoint(action.state, endpoint)),
  )
  return endpoint
}

const withoutRepetition = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

/** Throws `validation-failed` for an address that deliveries must not go to. */
function requireReachable({ state }: Action, url: string): void {
  const message = refusalOf(new URL(url), state.allowedRanges)
  if (message !== undefined) throw invalid('body', [fault('body', ['url'], 'forbidden-address', message)])
}

function requireEnabled({ status }: WebhookEndpoint): void {
  if (status === 'enabled') return
  throw new Problem('conflict', 'This endpoint is disabled. Set its status to enabled, and call again.')
}

/** Applies what differs; when nothing does, `updated_at` stays as well. */
function change({ input, now, state }: Action, endpoint: WebhookEndpoint): WebhookEndpoint {
  const { url, description, status, events } = input
  const given = { url, description, status, events: events && withoutRepetition(events) }
  const changes = Object.entries(given).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(endpoint[name as keyof WebhookEndpoint]),
  )
  if (changes.length === 0) return endpoint
  const isChanged = (member: string) => changes.some(([name]) => name === member)
  Object.assign(endpoint, Object.fromEntries(changes), { updated_at: now })
  if (isChanged('status')) endpoint.disabled_reason = status === 'enabled' ? null : 'requested'
  if (isChanged('status') || isChanged('url')) state.failingSince.delete(endpoint.id)
  return endpoint
}

/** Queues what failed since a moment, and what the endpoint was not sent since then. Returns how much that is. */
function recover({ db, state, time }: Action, endpoint: WebhookEndpoint, since: number): number {
  const own = db.deliveries.filter(({ endpoint_id }) => endpoint_id === endpoint.id)
  const failed = own.filter(
    ({ status, created_at, event }) =>
      status === 'failed' && Date.parse(created_at) >= since && !isWithheld(state, endpoint, event),
  )
  const sent = new Set(own.map(({ event_id }) => event_id))
  const start = Math.max(since, Date.parse(endpoint.created_at))
  const missed = db.events.filter(
    (event) => Date.parse(event.created_at) >= start && asksFor(state, endpoint, event) && !sent.has(event.id),
  )
  for (const delivery of failed) queueAgain(state, delivery, time)
  for (const event of missed) newDelivery(state, endpoint, event, time)
  return failed.length + missed.length
}
