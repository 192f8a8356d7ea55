import {
  type EventCatalogue,
  eventComponent,
  eventSchema,
  type EventSpec,
  exampleId,
  idPrefixes,
} from '@roster/core/contract'
import type { z } from 'zod'
import type { oas31, ZodOpenApiPathsObject } from 'zod-openapi'
import { withExample } from './examples.ts'

/** A resource of the contract that declares events. */
export interface EventSource {
  name: string
  /** Events by name. */
  events: EventCatalogue
  /** Socket channel that the events are pushed to. Default: the channel of everything else. */
  channel?: string
}

/**
 * Returns the schemas of all events as response bodies. zod-openapi takes those for output, so that events and their records become components. It
 * would take webhooks for input.
 */
export function receivedEvents(sources: readonly EventSource[], account?: z.ZodObject): ZodOpenApiPathsObject {
  const events = sources.flatMap(({ events: own }) => Object.entries(own))
  const entries = events.map(([name, spec]) => {
    const schema = eventSchema(name, spec, { account })
    return [name, { post: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } }]
  })
  return Object.fromEntries(entries) as ZodOpenApiPathsObject
}

/** Returns the webhooks of the document: one request for every event that the sources declare. */
export function webhooksOf(sources: readonly EventSource[]): oas31.PathsObject {
  const webhooks = sources.flatMap(({ name: tag, events }) =>
    Object.entries(events).map(([name, spec]) => [name, { post: webhook(tag, name, spec) }]),
  )
  return Object.fromEntries(webhooks)
}

function webhook(tag: string, name: string, spec: EventSpec): oas31.OperationObject {
  const schema = { $ref: `#/components/schemas/${eventComponent(name)}` }
  return {
    operationId: name,
    tags: [tag],
    summary: spec.description.replace(/\.$/, ''),
    description: `${spec.description} Sent to the webhook endpoints that subscribe to \`${name}\`. ${PROMISE}`,
    security: [],
    parameters: Object.keys(webhookParameters).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: ANSWERS,
  }
}

const PROMISE = 'It is delivered at least once: the same event always has the same `webhook-id`.'

/** Responses of a webhook endpoint, with their consequences. */
const ANSWERS: oas31.ResponsesObject = {
  '2XX': { description: 'The receiver has accepted the event, which is not sent again. The body is ignored.' },
  410: { description: 'The receiver wants no more events: the endpoint is disabled.' },
  default: {
    description:
      'Any other status, including a redirect, and no response within 15 seconds: the event is sent again, not before the seconds in `Retry-After`.',
  },
}

const text = (pattern: string, maxLength: number) => ({ type: 'string', pattern, maxLength }) as const

/** Headers of a delivery (Standard Webhooks), by the names of their components. */
export const webhookParameters: Record<string, oas31.ParameterObject> = {
  WebhookId: header('webhook-id', {
    description: '`id` of the event. A request with a known identifier is a repetition.',
    ...text('^[\\w-]+$', 64),
    examples: [exampleId(idPrefixes.event)],
  }),
  WebhookTimestamp: header('webhook-timestamp', {
    description: 'When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.',
    ...text('^\\d+$', 16),
    examples: ['1795253400'],
  }),
  WebhookSignature: header('webhook-signature', {
    description:
      'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the secret of the endpoint, in base64 after `v1,`. Two signatures, separated by a space, while the secret is being rotated: one match is enough.',
    ...text('^v1,[\\w+/=]+(?: v1,[\\w+/=]+)*$', 256),
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
}

function header(name: string, schema: oas31.SchemaObject): oas31.ParameterObject {
  return { ...withExample({ name, in: 'header', required: true, schema }), description: schema.description! }
}
