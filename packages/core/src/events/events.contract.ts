import { z } from 'zod'
import { operation, type OutputOf } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import { streamOperation } from '../contract/stream-operation.ts'
import { exampleActor } from '../contract/account.ts'
import { exampleOf } from '../contract/example.ts'
import {
  EVENT_NAME,
  EVENT_VERSION,
  type EventCatalogue,
  type EventSpec,
  eventActor,
  eventCursor,
  eventNames,
  knownCursor,
} from '../contract/events.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { pageParameters } from '../contract/lists.ts'
import { timestamp } from '../contract/text.ts'

const notification = z
  .looseObject({
    type: z
      .literal('notification')
      .meta({ description: 'Marks the frame as a notice, which is no event.', examples: ['notification'] }),
    notification: z
      .string()
      .max(64)
      .meta({
        pattern: '^[a-z.-]+$',
        description:
          'Name of the notice; more may be added. `reset`: events were missed, and the stream goes on from `cursor`. `webhook.disabled`: a webhook endpoint gets no more deliveries; sent to callers who may manage endpoints.',
        examples: ['reset'],
      }),
    cursor: eventCursor.meta({ description: 'Position of the stream in the log.' }),
    endpoint_id: idSchema(idPrefixes.webhookEndpoint, 'the endpoint, for `webhook.disabled`').optional(),
  })
  .meta({ id: 'StreamNotification', description: 'A notice, which is not kept in the log. Its frame has no `id`.' })

/** Returns the schemas of the log and its streams, in an application with these events. The first event is the one in examples. */
function eventSchemasOf(account: Foundation['account'], catalogue: EventCatalogue) {
  const [[name, { data: record }]] = Object.entries(catalogue) as [[string, EventSpec]]
  const example = exampleOf(record, `of the event ${name}`)
  const exampleEvent = {
    id: exampleId(idPrefixes.event),
    event: name,
    cursor: '1:42',
    created_at: '2026-11-21T09:30:00.000Z',
    api_version: EVENT_VERSION,
    actor: exampleActor({ account }, 2),
    data: example,
  }

  const event = z
    .object({
      id: idSchema(idPrefixes.event, 'the event'),
      event: z
        .string()
        .max(64)
        .meta({
          pattern: EVENT_NAME,
          description: 'What happened.',
          examples: [exampleEvent.event],
        }),
      cursor: eventCursor,
      created_at: timestamp.meta({ description: 'When it happened.' }),
      api_version: z
        .string()
        .max(16)
        .meta({
          pattern: '^[0-9]+$',
          description: 'Version of the API that defines the form of `data`.',
          examples: [EVENT_VERSION],
        }),
      actor: eventActor({ account }),
      data: z
        .looseObject({
          id: z.string().max(64).meta({ pattern: '^[\\w-]+$', description: 'Identifier of the record.' }),
        })
        .meta({
          description: 'The record after the change; for a deletion only its `id`.',
          examples: [{ ...example }],
        }),
    })
    .meta({ id: 'Event', description: 'A committed change, at its place in the log.', examples: [exampleEvent] })

  const eventPage = z
    .object({
      data: z.array(event).max(100).meta({ description: 'The events of this page, oldest first.' }),
      next_cursor: eventCursor
        .nullable()
        .meta({ description: 'Value of `after` for the next page; null on the last page.', examples: [null] }),
      has_more: z.boolean().meta({ description: 'Whether another page follows.', examples: [false] }),
    })
    .meta({ id: 'EventPage', description: 'A page of the log.' })

  const { id, created_at, data } = event.shape

  const update = z
    .object({
      type: z.literal('update').meta({ description: 'That something happened.', examples: ['update'] }),
      event: event.shape.event,
      id,
      created_at,
      data,
    })
    .meta({
      id: 'StreamUpdate',
      description: 'An event as streams carry it. The `id` of the frame is its cursor.',
      examples: [
        {
          type: 'update',
          event: exampleEvent.event,
          id: exampleEvent.id,
          created_at: exampleEvent.created_at,
          data: example,
        },
      ],
    })

  const frame = z.union([update, notification]).meta({
    description:
      'A stream of events, without an end. Each is a frame of `id: <cursor>` and `data:` with this JSON; notices have no `id`. A comment every 15 seconds shows that the connection lives.',
  })

  return { eventPage, frame }
}

/** Returns the contract of the log as a resource. `catalogue` has all events of the application. */
export function eventsContract(
  { access, basePath, account }: Pick<Foundation, 'access' | 'basePath' | 'account'>,
  catalogue: EventCatalogue,
) {
  const { eventPage, frame } = eventSchemasOf(account, catalogue)
  const types = eventNames(Object.keys(catalogue)).optional()
  return resource({
    name: 'events',
    title: 'Events',
    description: 'What happened, in order: every committed change leaves one event, kept for 30 days.',
    events: {},
    operations: {
      list: operation({
        method: 'GET',
        path: `${basePath}/events`,
        summary: 'List events',
        description:
          'The event log, from its oldest event or after a cursor. To follow it, request the events after the `cursor` of the last one you have. A caller who sees only its own records gets only the events about them.',
        scope: access.scopeFor.events,
        query: {
          after: knownCursor({ orEmpty: true })
            .optional()
            .meta({
              description: 'Cursor of the last event that the client has; empty to start with the oldest.',
              examples: [''],
            }),
          type: types.meta({ description: 'Only events of these names, separated by commas.' }),
          types: types.meta({ description: 'Synonym of `type`, as in the streams. Cannot be combined with it.' }),
          limit: pageParameters.limit,
        },
        output: eventPage,
        errors: ['cursor-expired'],
        agent: {
          name: 'list_changes',
          description:
            'Tells what has happened, oldest first: who changed what, and the record after it. Keep the `cursor` of the last event you were given, and send it as `after` to learn what has happened since: nothing is missed, nothing is told twice. On cursor-expired begin anew without `after`.',
        },
      }),
      subscribe: streamOperation({
        path: '/events',
        summary: 'Follow events',
        description:
          'Events as they happen, as server-sent events; over tRPC as a subscription, with the same items as the list. Without a cursor the stream begins now. With a cursor, in `Last-Event-ID` or `after`, it begins with the events since then, so that a client that reconnects misses nothing. For an expired cursor the stream sends the notice `reset`, and begins now. A client that reads too slowly is disconnected, and can resume from its cursor. Each caller can have five streams open.',
        scope: access.scopeFor.events,
        query: {
          after: knownCursor()
            .optional()
            .meta({ description: 'Cursor of the last event that the client has.', examples: ['1:42'] }),
          types: types.meta({ description: 'Only events of these names, separated by commas.' }),
        },
        output: frame,
      }),
    },
  })
}

export type Events = ReturnType<typeof eventsContract>
export type EventRecord = OutputOf<Events['operations']['list']>['data'][number]
