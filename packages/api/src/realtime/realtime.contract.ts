import { z } from 'zod'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { timestamp } from '../contract/text.ts'

const exampleTicket = {
  ticket: 'rt_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi',
  expires_at: '2026-11-21T09:30:30.000Z',
} as const

const ticket = z
  .object({
    ticket: z
      .string()
      .max(41)
      .meta({
        pattern: '^rt_[0-9A-Za-z]{38}$',
        description: 'For the parameter `ticket` of one connection.',
        examples: [exampleTicket.ticket],
      }),
    expires_at: timestamp.meta({
      description: 'Until when it can be used: 30 seconds from now.',
      examples: [exampleTicket.expires_at],
    }),
  })
  .meta({ id: 'Ticket', description: 'A ticket for one connection.', examples: [exampleTicket] })

/** Connections that stay open, as a resource. */
export function realtimeContract({ basePath }: Pick<Foundation, 'basePath'>) {
  return resource({
    name: 'realtime',
    title: 'Realtime',
    description: 'Connections that stay open: `/ws` and `/events`.',
    events: {},
    operations: {
      ticket: operation({
        method: 'POST',
        path: `${basePath}/realtime/tickets`,
        summary: 'Get a ticket',
        description:
          'A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, where a browser can send no header. It works once, within 30 seconds, and the connection ends with the credential that made this call.',
        scope: 'any',
        output: ticket,
        status: 201,
        cacheControl: 'no-store',
      }),
    },
  })
}
