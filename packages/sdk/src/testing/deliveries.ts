import type { Scope } from './policy.ts'
import type { Delivery, Event, WebhookEndpoint } from './records.ts'
import type { State } from './state.ts'

/** Name of the event that tests an endpoint. It goes to that endpoint alone. */
export const TEST_EVENT = 'webhook.test'

/** Returns the scopes of the events that an endpoint may be sent: all scopes for an endpoint that a test added. */
export function scopesOfEndpoint({ endpointScopes, application }: State, { id }: WebhookEndpoint): readonly Scope[] {
  const { eventAccess } = application
  return endpointScopes.get(id) ?? eventAccess.scopesToRead(eventAccess.names)
}

/** Whether an endpoint subscribes to an event and may be sent its record. */
export function asksFor(state: State, endpoint: WebhookEndpoint, { event }: Event): boolean {
  const { events } = endpoint
  const isAsked = event !== TEST_EVENT && (events.includes('*') || events.includes(event))
  return isAsked && !isWithheld(state, endpoint, event)
}

/** Whether an event is withheld from an endpoint that subscribes to it: the endpoint no longer has the scope for reading the event. */
export function isWithheld(state: State, endpoint: WebhookEndpoint, event: string): boolean {
  const scope = state.application.eventAccess.scopeOf(event)
  return event !== TEST_EVENT && scope !== undefined && !scopesOfEndpoint(state, endpoint).includes(scope)
}

/** Marks the pending deliveries of withheld events as failed. */
export function giveUpWithheld(state: State, endpoint: WebhookEndpoint): void {
  for (const delivery of state.db.deliveries) {
    const { endpoint_id, status, event } = delivery
    if (endpoint_id !== endpoint.id || status !== 'pending' || !isWithheld(state, endpoint, event)) continue
    state.underWay.delete(delivery.id)
    Object.assign(delivery, { status: 'failed', next_attempt_at: null })
  }
}

/** Queues a delivery of an event to each endpoint that subscribes to it. */
export function queueDeliveries(state: State, event: Event): void {
  for (const endpoint of state.db.webhookEndpoints)
    if (endpoint.status === 'enabled' && asksFor(state, endpoint, event))
      newDelivery(state, endpoint, event, Date.parse(event.created_at))
}

/** Queues the delivery of an event to an endpoint. `time` is in milliseconds. */
export function newDelivery(state: State, endpoint: WebhookEndpoint, event: Event, time: number): Delivery {
  const now = new Date(time).toISOString()
  const delivery: Delivery = {
    id: state.random.id('dlv', Date.parse(event.created_at)),
    event_id: event.id,
    event: event.event,
    endpoint_id: endpoint.id,
    status: 'pending',
    attempts: [],
    next_attempt_at: now,
    created_at: now,
  }
  state.db.deliveries.push(delivery)
  return delivery
}

/** Queues a delivery again, as if it had never been tried. */
export function queueAgain({ failures, underWay }: State, delivery: Delivery, time: number): Delivery {
  failures.delete(delivery.id)
  underWay.delete(delivery.id)
  return Object.assign(delivery, { status: 'pending', next_attempt_at: new Date(time).toISOString() })
}
