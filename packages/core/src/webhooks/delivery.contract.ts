import { z } from 'zod'
import { EVENT_NAME } from '../contract/events.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { timestamp } from '../contract/text.ts'

const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const

/** Largest number of attempts that a delivery keeps; older ones are dropped. */
export const MAX_ATTEMPTS = 100

const exampleAttempt = { at: '2026-11-21T09:30:00.120Z', status_code: 200, error: null, duration_ms: 84 }

const attempt = z
  .object({
    at: timestamp.meta({ description: 'When it began.' }),
    status_code: z
      .int()
      .min(100)
      .max(999)
      .nullable()
      .meta({ description: 'Status of the response; null without one.', examples: [200] }),
    error: z
      .string()
      .max(500)
      .meta({ pattern: '^.+$' })
      .nullable()
      .meta({ description: 'Why there was no response; null when there was one.', examples: [null] }),
    duration_ms: z
      .int()
      .min(0)
      .meta({ description: 'Duration in milliseconds.', examples: [84] }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One request to an endpoint.', examples: [exampleAttempt] })

export type Attempt = z.output<typeof attempt>

export const deliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  description: '`pending` until the endpoint answers 2xx, `failed` when no attempt is left.',
  examples: ['succeeded'],
})

/** Returns the schema of a delivery. `event` is the name of an event of the application, for examples. */
export const deliverySchema = (event: string) =>
  z
    .object({
      id: idSchema(idPrefixes.delivery, 'the delivery'),
      event_id: idSchema(idPrefixes.event, 'the event'),
      event: z
        .string()
        .max(64)
        .meta({
          pattern: EVENT_NAME,
          description: 'Name of the event.',
          examples: [event],
        }),
      endpoint_id: idSchema(idPrefixes.webhookEndpoint, 'the endpoint'),
      status: deliveryStatus,
      attempts: z.array(attempt).max(MAX_ATTEMPTS).meta({ description: 'Attempts so far, oldest first.' }),
      next_attempt_at: timestamp
        .nullable()
        .meta({ description: 'When the next attempt is due; null for none.', examples: [null] }),
      created_at: timestamp.meta({ description: 'When the delivery was queued.' }),
    })
    .meta({
      id: 'Delivery',
      description: 'An event on its way to an endpoint.',
      examples: [
        {
          id: exampleId(idPrefixes.delivery),
          event_id: exampleId(idPrefixes.event),
          event,
          endpoint_id: exampleId(idPrefixes.webhookEndpoint),
          status: 'succeeded',
          attempts: [exampleAttempt],
          next_attempt_at: null,
          created_at: '2026-11-21T09:30:00.000Z',
        },
      ],
    })

export type DeliveryRecord = z.output<ReturnType<typeof deliverySchema>>
