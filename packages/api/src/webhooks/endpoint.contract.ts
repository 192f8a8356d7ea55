import { z } from 'zod'
import { createdBy, exampleMaker } from '../contract/created-by.ts'
import { deliveryUrlFault } from '../contract/delivery-url.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { lineOfText, timestamp } from '../contract/text.ts'

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const
export const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const

/** What asks for all events. */
export const ALL_EVENTS = '*'

const exampleEndpoint = {
  id: exampleId(idPrefixes.webhookEndpoint),
  url: 'https://example.com/webhooks/roster',
  events: ['user.created', 'order.created'],
  description: 'Keeps the mailing list in step',
  status: 'enabled',
  disabled_reason: null,
  created_by: exampleMaker,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
} as const

export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const url = z
  .string()
  .max(2_048)
  .check((context) => {
    const message = deliveryUrlFault(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value, params: { code: 'invalid-url' } })
  })
  .meta({
    format: 'uri',
    description: 'Where deliveries are sent: https, and an address that everybody can reach.',
    examples: [exampleEndpoint.url],
  })

const description = lineOfText(0, 500)
  .nullable()
  .meta({ description: 'What the endpoint is for; null for nothing.', examples: [exampleEndpoint.description] })

const status = z.enum(ENDPOINT_STATUSES).meta({
  description: 'Whether deliveries are made. A disabled endpoint gets none, and its pending ones wait.',
  examples: [exampleEndpoint.status],
})

/** The schemas of an endpoint, in a service that has events of these names. */
export function endpointSchemas(names: readonly string[]) {
  const events = z
    .array(z.enum([ALL_EVENTS, ...names]))
    .min(1)
    .max(names.length + 1)
    .overwrite((given) => [...new Set(given)])
    .meta({ description: 'Names of the events to deliver; `*` for all.', examples: [[...exampleEndpoint.events]] })

  const endpoint = z
    .object({
      id: idSchema(idPrefixes.webhookEndpoint, 'the endpoint'),
      url,
      events,
      description,
      status,
      disabled_reason: z
        .enum(DISABLED_REASONS)
        .nullable()
        .meta({
          description:
            'Why it is disabled: it was `requested`, the receiver answered 410 (`gone`), or deliveries failed for five days (`failing`). Null while it is enabled.',
          examples: [null],
        }),
      created_by: createdBy,
      created_at: timestamp.meta({ description: 'When the endpoint was created.' }),
      updated_at: timestamp.meta({ description: 'When the endpoint last changed.' }),
    })
    .meta({
      id: 'WebhookEndpoint',
      description: 'Where events are sent to, without the secret that signs them.',
      examples: [{ ...exampleEndpoint, events: [...exampleEndpoint.events] }],
    })

  const endpointWithSecret = endpoint
    .extend({
      secret: z
        .string()
        .max(128)
        .meta({
          pattern: '^whsec_[0-9A-Za-z+/]+=*$',
          description: 'The secret that signs deliveries (Standard Webhooks), shown this once.',
          examples: [exampleSecret],
        }),
    })
    .meta({
      id: 'WebhookEndpointWithSecret',
      description: 'A webhook endpoint and its secret, shown this once.',
      examples: [{ ...exampleEndpoint, events: [...exampleEndpoint.events], secret: exampleSecret }],
    })

  const writable = { url, events, description }
  return { endpoint, endpointWithSecret, writable, status }
}

export type EndpointRecord = z.output<ReturnType<typeof endpointSchemas>['endpoint']>
