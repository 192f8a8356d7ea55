import {
  exampleId,
  fieldsParameter,
  idSchema,
  lineOfText,
  listOf,
  operation,
  pageParameters,
  resource,
  sortParameters,
  timestamp,
} from '@roster/core/contract'
import { z } from 'zod'

const id = idSchema('tic', 'the support ticket')
const path = { support_ticket_id: id }
const title = lineOfText(1, 200).meta({ description: 'What it is about.', examples: ['First of all'] })
const status = z.enum(['open', 'closed']).meta({ description: 'Whether it can be changed.', examples: ['open'] })
const version = z.int().min(1)

const exampleSupportTicket = {
  id: exampleId('tic'),
  title: 'First of all',
  status: 'open',
  version: 1,
  created_at: '2026-01-01T09:30:00.000Z',
  updated_at: '2026-01-01T09:30:00.000Z',
} as const

export const supportTicket = z
  .object({
    id,
    title,
    status,
    version: version.meta({ description: 'Number of this state; every change adds 1.', examples: [1] }),
    created_at: timestamp.meta({ description: 'When it was created.' }),
    updated_at: timestamp.meta({ description: 'When it last changed.' }),
  })
  .meta({ id: 'SupportTicket', description: 'One support ticket.', examples: [exampleSupportTicket] })

export type SupportTicketRecord = z.output<typeof supportTicket>

export const supportTickets = resource({
  name: 'supportTickets',
  title: 'Support tickets',
  description: 'The support tickets there are.',
  readScope: 'read:records',
  channel: 'support_tickets',
  events: {
    'support_ticket.created': { description: 'One of the support tickets was created.', data: supportTicket },
    'support_ticket.updated': { description: 'One of the support tickets changed.', data: supportTicket },
    'support_ticket.deleted': {
      description: 'One of the support tickets was deleted.',
      data: supportTicket.pick({ id: true }),
    },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/v1/support-tickets',
      summary: 'List support tickets',
      description: 'The support tickets, newest first unless sorted otherwise.',
      scope: 'read:records',
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'title', 'id']),
        status: status.optional().meta({ description: 'Only those with this status.', examples: ['open'] }),
        fields: fieldsParameter(supportTicket),
      },
      output: listOf(supportTicket, 'SupportTicket'),
      agent: {
        name: 'list_support_tickets',
        description:
          'Lists support tickets, newest first. Ask for the `fields` you need; read more pages with `cursor`.',
      },
    }),
    create: operation({
      method: 'POST',
      path: '/v1/support-tickets',
      summary: 'Create support ticket',
      description: 'Creates one, which is open.',
      scope: 'write:records',
      body: { title },
      example: { title: 'First of all' },
      output: supportTicket,
      status: 201,
      location: '/v1/support-tickets/{id}',
      agent: {
        name: 'create_support_ticket',
        description:
          'Creates a support ticket, which is open. The same call within two minutes creates nothing, and returns the first answer.',
      },
    }),
    get: operation({
      method: 'GET',
      path: '/v1/support-tickets/{support_ticket_id}',
      summary: 'Get support ticket',
      description: 'Reads one.',
      scope: 'read:records',
      params: path,
      output: supportTicket,
      errors: ['gone'],
    }),
    update: operation({
      method: 'PATCH',
      path: '/v1/support-tickets/{support_ticket_id}',
      summary: 'Change support ticket',
      description: 'Changes the members that are sent. A closed one changes only if it is reopened.',
      scope: 'write:records',
      params: path,
      body: {
        title: title.optional(),
        status: status.optional(),
        version: version.optional().meta({
          description: 'The version that the change is based on. If it is not the present one: 409.',
          examples: [1],
        }),
      },
      example: { status: 'closed' },
      output: supportTicket,
      errors: ['gone', 'conflict', 'version-conflict'],
    }),
    delete: operation({
      method: 'DELETE',
      path: '/v1/support-tickets/{support_ticket_id}',
      summary: 'Delete support ticket',
      description: 'Deletes one. Its path answers 410 for 30 days, then 404.',
      scope: 'write:records',
      params: path,
      errors: ['gone'],
    }),
  },
})
