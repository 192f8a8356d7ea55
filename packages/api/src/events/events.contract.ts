import { z } from 'zod'
import { operation, resource } from '../contract/define.ts'
import { EVENT_VERSION, eventCursor, eventNames } from '../contract/events.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { pageParameters } from '../contract/lists.ts'
import { timestamp } from '../contract/text.ts'
import { exampleUser } from '../users/users.contract.ts'

const exampleEvent = {
  id: exampleId(idPrefixes.event),
  event: 'user.created',
  cursor: '1:42',
  created_at: '2026-11-21T09:30:00.000Z',
  api_version: EVENT_VERSION,
  data: exampleUser,
}

export const event = z
  .object({
    id: idSchema(idPrefixes.event, 'the event'),
    event: z
      .string()
      .max(64)
      .meta({ pattern: String.raw`^[a-z_]+\.[a-z_]+$`, description: 'What happened.', examples: [exampleEvent.event] }),
    cursor: eventCursor,
    created_at: timestamp.meta({ description: 'When it happened.' }),
    api_version: z
      .string()
      .max(16)
      .meta({
        pattern: '^[0-9]+$',
        description: 'Version of the API that `data` is a record of.',
        examples: [EVENT_VERSION],
      }),
    data: z
      .looseObject({ id: z.string().max(64).meta({ pattern: '^[\\w-]+$', description: 'Identifier of the record.' }) })
      .meta({
        description: 'The record after the change; of a deletion its `id` alone.',
        examples: [{ ...exampleUser }],
      }),
  })
  .meta({ id: 'Event', description: 'A committed change, at its place in the log.', examples: [exampleEvent] })

export type EventRecord = z.output<typeof event>

const eventPage = z
  .object({
    data: z.array(event).max(100).meta({ description: 'The events of this page, oldest first.' }),
    next_cursor: eventCursor
      .nullable()
      .meta({ description: 'Value for `after` to read on; null on the last page.', examples: [null] }),
    has_more: z.boolean().meta({ description: 'Whether another page follows.', examples: [false] }),
  })
  .meta({ id: 'EventPage', description: 'A page of the log.' })

/** The log as a resource. `names` are those of all events there are. */
export function eventsOf(names: readonly string[]) {
  const types = eventNames(names).optional()
  return resource({
    name: 'events',
    title: 'Events',
    description: 'What happened, in order: every committed change leaves one event, kept for 30 days.',
    events: {},
    operations: {
      list: operation({
        method: 'GET',
        path: '/v1/events',
        summary: 'List events',
        description:
          'The log from the oldest event that is kept, or after a cursor. To follow it, ask again after the `cursor` of the last event you have. A viewer sees the events of its own record and orders.',
        scope: 'read:events',
        query: {
          after: z
            .string()
            .max(32)
            .optional()
            .meta({
              pattern: '^(?:[0-9a-z]+:[0-9]+)?$',
              description: 'Cursor of the last event that is known already; empty to start with the oldest.',
              examples: [''],
            }),
          type: types.meta({ description: 'Only events of these names, separated by commas.' }),
          types: types.meta({ description: 'The same as `type`, as the streams call it. Not together with it.' }),
          limit: pageParameters.limit,
        },
        output: eventPage,
        errors: ['cursor-expired'],
      }),
    },
  })
}
