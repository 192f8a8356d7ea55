import { type ErrorKind, errorsOf, kindOf, type StreamOperation } from '@roster/api'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { problemRefs } from './problems.ts'
import { type SecuritySchemes, securityOf } from './security.ts'

/** `operationId` of what is no operation. */
export const SOCKET_NAME = 'events.socket'

const DESCRIPTION = `A WebSocket (RFC 6455) carries text frames of one JSON object with a \`type\`.

| client says | members | answer |
|---|---|---|
| \`subscribe\` | \`channel\`, optional \`after\` | \`subscribed\` (\`channel\`, \`cursor\`), then \`push\` (\`channel\`, \`cursor\`, \`event\`, \`id\`, \`created_at\`, \`data\`) for every event |
| \`unsubscribe\` | \`channel\` | \`unsubscribed\` (\`channel\`) |
| \`join\` | optional \`user\`, \`after\` | \`welcome\` (\`session\`, \`cursor\`, \`heartbeat_ms\`); it enters \`lobby\`, \`user\` is the name to show, and \`after\` the default of later subscriptions |
| \`message\` | \`text\`, optional \`channel\`, \`user\` | \`message\` (\`text\`, \`from\`, \`channel\`) to everybody who has joined the channel; \`lobby\` by default |
| \`ping\` | | \`pong\` |

What is refused gets \`error\` (\`code\`, \`detail\`), and the socket stays. \`notification\` with \`"notification": "reset"\` says that a channel could not go
on from \`after\`, and goes on from \`cursor\`.

Channels: \`users\`, \`users.<user_id>\`, \`orders\`, \`orders.<user_id>\`, \`system\` (everything else) and \`lobby\`. A viewer has those of its own record.

Closed with 1000 when you close, 1001 when the service stops, 1002 and 1007 for broken frames, 1008 against policy (a credential that ended, \`flood\`,
\`slow\`), 1009 for a frame over 64 KiB, 1011 for an error of ours. Limits: five sockets for each caller, 50 channels, 20 messages a second, 1 MiB unsent.
A reader that was closed as \`slow\` goes on from its cursor.`

/** What opening a socket, for what this stream carries, can be refused with. */
export const socketErrorsOf = ({ scope }: StreamOperation): ErrorKind[] => [
  ...errorsOf({ scope, pathNames: [], body: undefined, errors: [] }).filter(
    ({ code }) => code !== 'not-acceptable' && code !== 'invalid-parameters',
  ),
  kindOf('upgrade-required'),
]

/** The path of sockets, which carry what a stream does. None without a stream. */
export function socketPaths([stream]: readonly StreamOperation[], schemes: SecuritySchemes): ZodOpenApiPathsObject {
  if (!stream) return {}
  const [tag = ''] = stream.name.split('.')
  return {
    '/ws': {
      get: {
        operationId: SOCKET_NAME,
        tags: [tag],
        summary: 'Open a WebSocket',
        description: `${DESCRIPTION}\n\nNeeds the scope \`${stream.scope}\`.`,
        security: securityOf(stream, schemes),
        responses: {
          101: { description: 'The socket is open.', headers: { Upgrade: { $ref: '#/components/headers/Upgrade' } } },
          ...problemRefs(socketErrorsOf(stream)),
        },
      },
    },
  }
}
