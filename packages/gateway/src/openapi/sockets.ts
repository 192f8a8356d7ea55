import { type Access, type ErrorKind, errorsOf, kindOf, type StreamOperation } from '@roster/core/contract'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { headerRefs } from './headers.ts'
import { problemRefs } from './problems.ts'
import { type SecuritySchemes, securityOf } from './security.ts'
import type { EventSource } from './webhooks.ts'

/** The channels and roles in the description of sockets. */
export interface SocketAudience {
  /** Channels of resources. */
  channels: readonly string[]
  /** Roles that see their own records only. */
  roles: readonly string[]
}

/** Returns the channels of the resources, and the roles that see their own records only. */
export const socketAudience = (access: Access, resources: readonly EventSource[]): SocketAudience => ({
  channels: [...new Set(resources.flatMap(({ channel = [] }) => channel))],
  roles: access.roles.filter((role) => access.ownerOf({ role, user_id: null }) !== null),
})

/** `operationId` of sockets, which are no operation of the contract. */
export const SOCKET_NAME = 'events.socket'

/** Returns the description of the socket protocol, with these channels and roles. */
const describedBy = ({
  channels,
  roles,
}: SocketAudience) => `A WebSocket (RFC 6455) carries text frames of one JSON object with a \`type\`.

| client says | members | answer |
|---|---|---|
| \`subscribe\` | \`channel\`, optional \`after\` | \`subscribed\` (\`channel\`, \`cursor\`), then \`push\` (\`channel\`, \`cursor\`, \`event\`, \`id\`, \`created_at\`, \`data\`) for every event |
| \`unsubscribe\` | \`channel\` | \`unsubscribed\` (\`channel\`) |
| \`join\` | optional \`user\`, \`after\` | \`welcome\` (\`session\`, \`cursor\`, \`heartbeat_ms\`); it enters \`lobby\`, \`user\` is the name to show, and \`after\` the default of later subscriptions |
| \`message\` | \`text\`, optional \`channel\`, \`user\` | \`message\` (\`text\`, \`from\`, \`channel\`) to everybody who has joined the channel; \`lobby\` by default |
| \`ping\` | | \`pong\` |

What is refused gets \`error\` (\`code\`, \`detail\`), and the socket stays. \`notification\` with \`"notification": "reset"\` says that a channel could not go
on from \`after\`, and goes on from \`cursor\`; \`"webhook.disabled"\` tells who may manage endpoints that \`endpoint_id\` is sent nothing more.

Channels: ${channels.map((channel) => `\`${channel}\`, \`${channel}.<user_id>\`, `).join('')}\`system\` (everything else) and \`lobby\`.${roles.map((role) => ` ${/^[aeiou]/.test(role) ? 'An' : 'A'} ${role} has those of its own record.`).join('')}

Closed with 1000 when you close, 1001 when the service stops, 1002 and 1007 for broken frames, 1008 against policy (a credential that ended, \`flood\`,
\`slow\`), 1009 for a frame over 64 KiB, 1011 for an error of ours. Limits: five sockets for each caller, 50 channels, 20 messages a second, 1 MiB unsent.
A reader that was closed as \`slow\` goes on from its cursor.`

/** Returns the errors of opening a socket for the events of this stream. */
export const socketErrorsOf = ({ scope }: StreamOperation): ErrorKind[] => [
  ...errorsOf({ scope, pathNames: [], body: undefined, errors: [], isStream: true }).filter(
    ({ code }) => code !== 'not-acceptable' && code !== 'invalid-parameters',
  ),
  kindOf('upgrade-required'),
]

/** Returns the path of sockets, which carry the events of the stream of the log; empty without it. */
export function socketPaths(
  [stream]: readonly StreamOperation[],
  schemes: SecuritySchemes,
  audience: SocketAudience,
): ZodOpenApiPathsObject {
  if (!stream) return {}
  const [tag = ''] = stream.name.split('.')
  return {
    '/ws': {
      get: {
        operationId: SOCKET_NAME,
        tags: [tag],
        summary: 'Open a WebSocket',
        description: `${describedBy(audience)}\n\nNeeds the scope \`${stream.scope}\`.`,
        security: securityOf(stream, schemes),
        responses: {
          101: { description: 'The socket is open.', headers: headerRefs('Upgrade', 'Sec-WebSocket-Accept') },
          ...problemRefs(socketErrorsOf(stream)),
        },
      },
    },
  }
}
