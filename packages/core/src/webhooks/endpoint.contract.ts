import { z } from 'zod'
import { exampleActor } from '../contract/account.ts'
import { createdBy } from '../contract/created-by.ts'
import { deliveryUrlFault } from '../contract/delivery-url.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { lineOfText, timestamp } from '../contract/text.ts'

const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const
const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const

/** The name that stands for all events. */
export const ALL_EVENTS = '*'

/** Returns the example of an endpoint: it subscribes to the first event of each of two kinds of records. */
function exampleEndpoint(foundation: Foundation, names: readonly string[]) {
  const firsts = new Map(names.toReversed().map((name) => [name.split('.')[0], name]))
  const kinds = new Set(names.map((name) => name.split('.')[0]))
  return {
    id: exampleId(idPrefixes.webhookEndpoint),
    url: `https://example.com/webhooks/${foundation.naming.slug}`,
    events: [...kinds].slice(0, 2).map((kind) => firsts.get(kind)!),
    description: 'Keeps the mailing list in step',
    status: 'enabled',
    disabled_reason: null,
    created_by: exampleActor(foundation),
    created_at: '2026-11-21T09:30:00.000Z',
    updated_at: '2026-11-21T09:30:00.000Z',
  } as const
}

export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const url = z
  .string()
  .max(2_048)
  .refine((given) => deliveryUrlFault(given) === undefined, {
    error: ({ input }) => deliveryUrlFault(String(input)),
    params: { code: 'invalid-url' },
  })

const status = z.enum(ENDPOINT_STATUSES).meta({
  description: 'Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait.',
  examples: ['enabled'],
})

/** Returns the members of an endpoint that callers can write. */
function writableOf(example: ReturnType<typeof exampleEndpoint>, names: readonly string[]) {
  return {
    url: url.meta({
      format: 'uri',
      description: 'Address to which deliveries are sent: https, and publicly reachable.',
      examples: [example.url],
    }),
    events: z
      .array(z.enum([ALL_EVENTS, ...names]))
      .min(1)
      .max(names.length + 1)
      .overwrite((given) => [...new Set(given)])
      .meta({ description: 'Names of the events to deliver; `*` for all.', examples: [example.events] }),
    description: lineOfText(0, 500)
      .nullable()
      .meta({ description: 'Purpose of the endpoint; null for none.', examples: [example.description] }),
  }
}

/** Returns the schemas of an endpoint, in an application with events of these names. */
export function endpointSchemas(foundation: Foundation, names: readonly string[]) {
  const example = exampleEndpoint(foundation, names)
  const writable = writableOf(example, names)
  const endpoint = z
    .object({
      id: idSchema(idPrefixes.webhookEndpoint, 'the endpoint'),
      ...writable,
      status,
      disabled_reason: z
        .enum(DISABLED_REASONS)
        .nullable()
        .meta({
          description:
            'Why it is disabled: it was `requested`, the receiver answered 410 (`gone`), or deliveries failed for five days (`failing`). Null while it is enabled.',
          examples: [null],
        }),
      created_by: createdBy(foundation),
      created_at: timestamp.meta({ description: 'When the endpoint was created.' }),
      updated_at: timestamp.meta({ description: 'When the endpoint last changed.' }),
    })
    .meta({
      id: 'WebhookEndpoint',
      description: 'An endpoint of webhooks, without the secret that signs deliveries.',
      examples: [{ ...example }],
    })

  const endpointWithSecret = endpoint
    .extend({
      secret: z
        .string()
        .max(128)
        .meta({
          pattern: '^whsec_[0-9A-Za-z+/]+=*$',
          description: 'The secret that signs deliveries (Standard Webhooks), shown only once.',
          examples: [exampleSecret],
        }),
    })
    .meta({
      id: 'WebhookEndpointWithSecret',
      description: 'A webhook endpoint and its secret, shown only once.',
      examples: [{ ...example, secret: exampleSecret }],
    })

  return { example, endpoint, endpointWithSecret, writable, status }
}

export type EndpointRecord = z.output<ReturnType<typeof endpointSchemas>['endpoint']>
