import { makerOf } from '../contract/actor.ts'
import type { Resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { Problem } from '../contract/problem.ts'
import { EventAccess } from '../events/event-access.ts'
import { eventScopesOf } from '../events/event-scopes.ts'
import { columnList } from '../data/column-list.ts'
import { lockById } from '../data/lock.ts'
import { existing, present } from '../data/tombstone.ts'
import { Conditions } from '../data/conditions.ts'
import { columnsOf } from '../lists/columns.ts'
import { listPage } from '../lists/list.ts'
import { madeBy, madeFor } from '../lists/made-by.ts'
import { requireBelowLimit } from '../limits/maker-limits.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { DeliveryRecord } from './delivery.contract.ts'
import { deliveryRecord, newDelivery, UNSUCCESSFUL, WebhookDeliveryEntity } from './delivery.entity.ts'
import { ALL_EVENTS } from './endpoint.contract.ts'
import {
  type EndpointChange,
  endpointRecord,
  newEndpoint,
  type NewEndpoint,
  WebhookEndpoint,
  WebhookEndpointEntity,
} from './endpoint.entity.ts'
import { deliveriesDue, endpointChanged } from './queue.ts'
import { recovererOf } from './recover.ts'
import { newSigningSecret } from './secret.ts'
import { TEST_EVENT, webhookEndpointsContract } from './webhooks.contract.ts'

const live = new Conditions('"deleted_at" is null')

/** Returns the resource of webhook endpoints, in an application whose other resources are `others`. */
export function webhooksOf(foundation: Foundation, others: readonly Resource[]) {
  const contract = webhookEndpointsContract(
    foundation,
    others.flatMap(({ events }) => Object.keys(events)),
  )
  const { list, create, get, update, delete: remove, test, rotateSecret } = contract.operations
  const { deliveries, redeliver, recover } = contract.operations
  const columns = Object.keys(contract.events[TEST_EVENT].data.shape)
  const readers = new EventAccess(eventScopesOf([...others, contract]))
  const runRecovery = recovererOf(readers)

  return implement(contract, {
    entities: [WebhookEndpointEntity, WebhookDeliveryEntity],
    procedures: {
      list: on(list, {
        run: (action) =>
          listPage(
            action,
            {
              operation: list.name,
              table: 'webhook_endpoints',
              columns,
              where: madeFor(live, action.input.created_by),
            },
            endpointRecord,
          ),
      }),

      create: on(create, {
        prepare: refusalOfUrl,
        run: (action, _target, refusal) =>
          createEndpoint(action, scopesFor(action, readers, action.input.events), refusal),
      }),

      get: on(get, { load: findEndpoint, run: (_action, target) => endpointRecord(target) }),

      update: on(update, {
        prepare: refusalOfUrl,
        load: lockEndpoint,
        async run(action, target, refusal) {
          const { events, url } = action.input
          if (events !== undefined) target.scopes = scopesFor(action, readers, events)
          if (events !== undefined || url !== undefined)
            await giveUp(action, target, withheldFrom(target, action, readers))
          return changeEndpoint(action, target, refusal)
        },
      }),

      delete: on(remove, {
        load: lockEndpoint,
        run(action, target) {
          target.delete(action.now)
          action.transaction.announce(endpointChanged, target.id)
        },
      }),

      test: on(test, { load: lockEndpoint, run: testEndpoint }),

      rotateSecret: on(rotateSecret, {
        load: lockEndpoint,
        run(action, target) {
          const secret = newSigningSecret()
          target.rotate(action.webhooks.sealer.seal(secret), action.time)
          action.transaction.announce(endpointChanged, target.id)
          return { ...target.record(), secret }
        },
      }),

      deliveries: on(deliveries, {
        load: findToHandle,
        run(action, { id }) {
          const where = deliveriesOf(id, action.input.status)
          return listPage(
            action,
            { operation: deliveries.name, table: 'webhook_deliveries', columns: columnsOf(redeliver), where },
            deliveryRecord,
          )
        },
      }),

      redeliver: on(redeliver, {
        load: lockEndpoint,
        run: (action, target) => repeatDelivery(action, target, withheldFrom(target, action, readers)),
      }),

      recover: on(recover, {
        load: lockEndpoint,
        run(action, target, progress: Parameters<typeof runRecovery>[2]) {
          requireEnabled(target)
          action.transaction.announce(deliveriesDue, undefined)
          return runRecovery(action, { target, withheld: withheldFrom(target, action, readers) }, progress)
        },
      }),
    },
  })
}

async function createEndpoint(action: Action<NewEndpoint>, scopes: string[], refusal: string | undefined) {
  const { input, principal, limits, webhooks, time } = action
  requireReachable(refusal)
  const where = madeBy(live, principal.id)
  await requireBelowLimit(action, { limited: 'endpoints', limit: limits.endpoints, table: 'webhook_endpoints', where })
  const secret = newSigningSecret()
  const sealed = webhooks.sealer.seal(secret)
  const row = newEndpoint(input, { created_by: makerOf(principal), scopes, sealed, time })
  action.transaction.insert(WebhookEndpointEntity, row)
  return { ...endpointRecord(row), secret }
}

function changeEndpoint(action: Action<EndpointChange>, target: WebhookEndpoint, refusal: string | undefined) {
  const { url } = action.input
  if (url !== undefined && url !== target.url) requireReachable(refusal)
  target.change(action.input, action.now)
  action.transaction.announce(endpointChanged, target.id)
  if (action.input.status === 'enabled') action.transaction.announce(deliveriesDue, undefined)
  return target.record()
}

/**
 * Returns the scopes that an endpoint gets with its events: those for the events that are named, and for `*` those that the caller has. Throws `forbidden`
 * when the caller may not read an event that is named.
 */
function scopesFor(action: Action<unknown>, readers: EventAccess, events: readonly string[]): string[] {
  const named = readers.scopesToRead(events)
  const scopes = events.includes(ALL_EVENTS) ? readers.scopesToRead(readers.namesFor(action.principal)) : named
  action.requirePower('An endpoint for these events', action.access.powerOfScopes([...named, ...scopes]))
  return scopes
}

/**
 * Returns the names of the events that an endpoint is not sent, even when it subscribed to them before. It no longer has their scopes: a caller without
 * these scopes may have changed its address.
 */
function withheldFrom({ scopes }: WebhookEndpoint, { access }: Action<unknown>, readers: EventAccess): string[] {
  const power = access.powerOfScopes(scopes)
  return readers.names.filter((name) => name !== TEST_EVENT && !readers.mayRead(power, name))
}

const fail = {
  name: 'webhook deliveries withheld',
  text: `update webhook_deliveries set status = 'failed', next_attempt_at = null
    where endpoint_id = $1 and status = 'pending' and event = any($2)`,
}

/** Marks the pending deliveries of withheld events as failed. */
async function giveUp({ transaction }: Action<unknown>, { id }: WebhookEndpoint, withheld: string[]): Promise<void> {
  if (withheld.length > 0) await transaction.query(fail, [id, withheld])
}

/**
 * Returns why deliveries must not go to an address; undefined when they may, or when no address is given. It resolves the host name, which may take a while.
 */
async function refusalOfUrl({ input, webhooks }: Pick<Action<{ url?: string | undefined }>, 'input' | 'webhooks'>) {
  return input.url === undefined ? undefined : webhooks.refusal(new URL(input.url))
}

/** Throws `validation-failed` when deliveries must not go to an address. */
function requireReachable(refusal: string | undefined): void {
  if (refusal !== undefined) throw invalid('body', [fault('body', ['url'], 'forbidden-address', refusal)])
}

/** Queues a test. The delivery exists at once, and is made when its event has a place in the log. */
function testEndpoint(action: Action<unknown>, target: WebhookEndpoint): DeliveryRecord {
  requireEnabled(target)
  const event_id = action.emit(TEST_EVENT, target.record(), null)
  const row = newDelivery({ endpoint_id: target.id, event_id, event: TEST_EVENT }, action.time)
  action.transaction.insert(WebhookDeliveryEntity, row)
  return deliveryRecord(row)
}

/** Returns the conditions for deliveries to an endpoint. For a status without success they also say so, because an index covers these deliveries. */
function deliveriesOf(endpoint: string, status: DeliveryRecord['status'] | undefined): Conditions {
  const where = new Conditions(status && status !== 'succeeded' ? UNSUCCESSFUL : 'true')
  return where.andEqual('endpoint_id', endpoint).andEqual('status', status)
}

const queueAgain = {
  name: 'webhook delivery queued again',
  text: `update webhook_deliveries set status = 'pending', failures = 0, next_attempt_at = $3
    where id = $1 and endpoint_id = $2 returning ${columnList(WebhookDeliveryEntity)}`,
}

type RepeatAction = Action<{ delivery_id: string }>

async function repeatDelivery({ transaction, input, now }: RepeatAction, target: WebhookEndpoint, withheld: string[]) {
  const { delivery_id: id } = input
  const [row] = isId(idPrefixes.delivery, id)
    ? await transaction.query<DeliveryRecord>(queueAgain, [id, target.id, now])
    : []
  const record = deliveryRecord(existing(row, 'delivery'))
  requireEnabled(target)
  if (withheld.includes(record.event))
    throw new Problem(
      'conflict',
      `This endpoint is not sent ${record.event} any more. Add it to the events of the endpoint, and call again.`,
    )
  transaction.announce(deliveriesDue, undefined)
  return record
}

function requireEnabled({ status }: WebhookEndpoint): void {
  if (status === 'enabled') return
  throw new Problem('conflict', 'This endpoint is disabled. Set its status to enabled, and call again.')
}

type EndpointAction = Action<{ endpoint_id: string }>

const byId = {
  name: 'webhook endpoint by id',
  text: `select ${columnList(WebhookEndpointEntity)} from webhook_endpoints where id = $1`,
}

async function findEndpoint({ database, input, time }: EndpointAction): Promise<WebhookEndpoint> {
  const { endpoint_id: id } = input
  const [row] = isId(idPrefixes.webhookEndpoint, id) ? await database.query<WebhookEndpoint>(byId, [id]) : []
  return present(row, 'webhook endpoint', time)
}

/** Returns an endpoint whose deliveries the caller may see. Throws `forbidden` when the caller may not read the events that it is sent. */
async function findToHandle(action: EndpointAction): Promise<WebhookEndpoint> {
  return held(action, await findEndpoint(action))
}

/** Locks an endpoint for a change, and returns it. Throws like `findToHandle`. */
async function lockEndpoint(action: EndpointAction): Promise<WebhookEndpoint> {
  const { transaction, input, time } = action
  const { endpoint_id: id } = input
  const row = isId(idPrefixes.webhookEndpoint, id) ? await lockById(transaction, WebhookEndpoint, id) : null
  return held(action, present(row, 'webhook endpoint', time))
}

function held(action: EndpointAction, endpoint: WebhookEndpoint): WebhookEndpoint {
  action.requirePower('This endpoint', action.access.powerOfScopes(endpoint.scopes))
  return endpoint
}
