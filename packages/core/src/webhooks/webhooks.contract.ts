import { z } from 'zod'
import { createdByParameter } from '../contract/created-by.ts'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { idPrefixes, idSchema } from '../contract/ids.ts'
import { fieldsParameter, listOf, pageParameters, sortParameters } from '../contract/lists.ts'
import { instant } from '../contract/text.ts'
import { deliverySchema, deliveryStatus } from './delivery.contract.ts'
import { endpointSchemas } from './endpoint.contract.ts'

/** The event with which an endpoint is tested. */
export const TEST_EVENT = 'webhook.test'

const endpointPath = { endpoint_id: idSchema(idPrefixes.webhookEndpoint, 'the endpoint') }

const recovery = z
  .object({
    queued: z
      .int()
      .min(0)
      .meta({ description: 'Number of deliveries that are queued now.', examples: [3] }),
  })
  .meta({
    id: 'WebhookRecovery',
    description: 'The number of deliveries that a recovery has queued.',
    examples: [{ queued: 3 }],
  })

/** Returns the contract of webhook endpoints. `others` are the names of the events of all other resources. */
export function webhookEndpointsContract(foundation: Foundation, others: readonly string[]) {
  const { access, basePath } = foundation
  const scope = access.scopeFor.webhooks
  const { example, endpoint, endpointWithSecret, writable, status } = endpointSchemas(foundation, [
    ...others,
    TEST_EVENT,
  ])
  const { url, events, description } = writable
  const delivery = deliverySchema(example.events[0]!)
  const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().meta(schema.meta()!)

  return resource({
    name: 'webhookEndpoints',
    title: 'Webhook endpoints',
    description:
      'Addresses that events are sent to, signed as Standard Webhooks say. An event is delivered at least once, in the order of the log as long as the endpoint answers. Only a 2xx within 15 seconds counts; anything else is repeated up to nine times, within four days unless the receiver asks to wait longer.',
    readScope: scope,
    events: { [TEST_EVENT]: { description: 'A webhook endpoint was tested.', data: endpoint } },
    operations: {
      list: operation({
        method: 'GET',
        path: `${basePath}/webhook-endpoints`,
        summary: 'List webhook endpoints',
        description: 'Endpoints that are not deleted, newest first unless sorted otherwise.',
        scope,
        query: {
          ...pageParameters,
          ...sortParameters(['created_at', 'id']),
          created_by: createdByParameter(foundation),
          fields: fieldsParameter(endpoint),
        },
        output: listOf(endpoint, 'WebhookEndpoint'),
      }),
      create: operation({
        method: 'POST',
        path: `${basePath}/webhook-endpoints`,
        summary: 'Create a webhook endpoint',
        description:
          'Creates an endpoint and returns its secret, which is shown only once. The endpoint gets the events that are committed from now on. The address must be https and must not lead into a private network.',
        scope,
        power: ['endpoint after'],
        body: {
          url,
          events: events.default(['*']).meta({
            description: 'Names of the events to deliver; `*` for all. Default: all.',
            examples: [example.events],
          }),
          description: description.default(null).meta({
            description: 'Purpose of the endpoint. Default: null.',
            examples: ['Keeps the mailing list in step'],
          }),
        },
        example: { url: example.url, events: example.events },
        output: endpointWithSecret,
        status: 201,
        location: `${basePath}/webhook-endpoints/{id}`,
        errors: ['limit-reached'],
        cacheControl: 'no-store',
      }),
      get: operation({
        method: 'GET',
        path: `${basePath}/webhook-endpoints/{endpoint_id}`,
        summary: 'Get a webhook endpoint',
        description: 'One endpoint, without its secret.',
        scope,
        params: endpointPath,
        output: endpoint,
        errors: ['gone'],
      }),
      update: operation({
        method: 'PATCH',
        path: `${basePath}/webhook-endpoints/{endpoint_id}`,
        summary: 'Change a webhook endpoint',
        description:
          'Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears `disabled_reason`. Use `recover` for the events that it missed meanwhile.',
        scope,
        power: ['endpoint before', 'endpoint after'],
        params: endpointPath,
        body: {
          url: optional(url),
          events: optional(events),
          description: optional(description),
          status: optional(status),
        },
        example: { status: 'enabled' },
        output: endpoint,
        errors: ['gone'],
      }),
      delete: operation({
        method: 'DELETE',
        path: `${basePath}/webhook-endpoints/{endpoint_id}`,
        summary: 'Delete a webhook endpoint',
        description: 'Ends the endpoint and its deliveries at once. For 30 days the path answers 410, then 404.',
        scope,
        power: ['endpoint before'],
        params: endpointPath,
        errors: ['gone'],
      }),
      test: operation({
        method: 'POST',
        path: `${basePath}/webhook-endpoints/{endpoint_id}/test`,
        summary: 'Test a webhook endpoint',
        description: `Sends the event \`${TEST_EVENT}\` to this endpoint only, whatever its \`events\`, and returns the delivery. Answers 409 for a disabled endpoint.`,
        scope,
        power: ['endpoint before'],
        params: endpointPath,
        output: delivery,
        status: 202,
        errors: ['gone', 'conflict'],
      }),
      rotateSecret: operation({
        method: 'POST',
        path: `${basePath}/webhook-endpoints/{endpoint_id}/rotate-secret`,
        summary: 'Rotate the secret of a webhook endpoint',
        description:
          'Gives the endpoint a new secret, shown only once. For 24 hours deliveries carry two signatures, by the new and by the previous secret. A second rotation within these hours ends the older of the two secrets at once.',
        scope,
        power: ['endpoint before'],
        params: endpointPath,
        output: endpointWithSecret,
        errors: ['gone'],
        cacheControl: 'no-store',
      }),
      deliveries: operation({
        method: 'GET',
        path: `${basePath}/webhook-endpoints/{endpoint_id}/deliveries`,
        summary: 'List deliveries',
        description: 'Deliveries to this endpoint, newest first unless sorted otherwise, kept as long as their events.',
        scope,
        power: ['endpoint before'],
        params: endpointPath,
        query: {
          ...pageParameters,
          ...sortParameters(['created_at', 'id']),
          status: deliveryStatus
            .optional()
            .meta({ description: 'Only deliveries with this status.', examples: ['failed'] }),
          fields: fieldsParameter(delivery),
        },
        output: listOf(delivery, 'Delivery'),
        errors: ['gone'],
      }),
      redeliver: operation({
        method: 'POST',
        path: `${basePath}/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver`,
        summary: 'Repeat a delivery',
        description:
          'Queues a delivery again, also one that has succeeded, and returns it. Its retries start from the beginning. Answers 409 for a disabled endpoint.',
        scope,
        power: ['endpoint before'],
        params: { ...endpointPath, delivery_id: idSchema(idPrefixes.delivery, 'the delivery') },
        output: delivery,
        status: 202,
        errors: ['gone', 'conflict'],
      }),
      recover: operation({
        method: 'POST',
        path: `${basePath}/webhook-endpoints/{endpoint_id}/recover`,
        summary: 'Recover missed deliveries',
        description:
          'Queues the deliveries that failed since a moment, and the events since then that this endpoint subscribes to now and has no delivery of, because it was disabled or not subscribed at the time. Answers 409 for a disabled endpoint.',
        scope,
        power: ['endpoint before'],
        params: endpointPath,
        body: {
          since: instant.meta({
            description: 'Start of the period; events are kept for 30 days.',
            examples: ['2026-11-20T09:30:00.000Z'],
          }),
        },
        example: { since: '2026-11-20T09:30:00.000Z' },
        output: recovery,
        status: 202,
        errors: ['gone', 'conflict'],
      }),
    },
  })
}
