import { z } from 'zod'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import { exampleSecret, secretSchema } from '../contract/secret.ts'
import { timestamp } from '../contract/text.ts'

/** Returns the schema of a ticket with this prefix. */
function ticketSchema(prefix: string) {
  const example = { ticket: exampleSecret(prefix), expires_at: '2026-11-21T09:30:30.000Z' }
  return z
    .object({
      ticket: secretSchema(prefix, 'Value of the parameter `ticket` for one connection.'),
      expires_at: timestamp.meta({
        description: 'When the ticket expires: 30 seconds from now.',
        examples: [example.expires_at],
      }),
    })
    .meta({ id: 'Ticket', description: 'A ticket for one connection.', examples: [example] })
}

/** Returns the contract of the resource `realtime`: connections that stay open. */
export function realtimeContract({ basePath, naming }: Pick<Foundation, 'basePath' | 'naming'>) {
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
          'A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, because a browser cannot send headers there. It works once, within 30 seconds. The connection ends when the credential of this request ends.',
        scope: 'any',
        output: ticketSchema(naming.secretPrefixes.ticket),
        status: 201,
        cacheControl: 'no-store',
        // A ticket has the audience of the token behind it, and a token for agents opens no connection.
        agent: null,
      }),
    },
  })
}
