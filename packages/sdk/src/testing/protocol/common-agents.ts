// Written from the contract by `npm run generate:sdk`.

import type { CommonAgents } from '../agents/mocked-agents.ts'

const limitSchema = { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 } as const

const cursorSchema = {
  description:
    '`next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor skips records while others change the collection.',
  type: 'string',
  maxLength: 2000,
} as const

const orderSchema = {
  default: 'desc',
  description: 'Direction of the sort.',
  type: 'string',
  enum: ['asc', 'desc'],
} as const

const createdBySchema = {
  description:
    'Only records created by the user, API key or OAuth client with this identifier. For a user, this includes records created by its API keys, also by revoked ones.',
  type: 'string',
  maxLength: 255,
} as const

const fieldsSchema = {
  description: 'Members to return, separated by commas; `id` always stays.',
  type: 'string',
  maxLength: 1000,
} as const

const apiKeysInputSchema = {
  type: 'object',
  properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
  required: ['key_id'],
  additionalProperties: false,
} as const

const oauthClientsInputSchema = {
  type: 'object',
  properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
  required: ['client_id'],
  additionalProperties: false,
} as const

const sortSchema = {
  default: 'created_at',
  description: 'Field to sort by; ties are broken by the identifier.',
  type: 'string',
  enum: ['created_at', 'id'],
} as const

const endpointIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' } as const

const webhookEndpointsInputSchema = {
  type: 'object',
  properties: { endpoint_id: endpointIdSchema },
  required: ['endpoint_id'],
  additionalProperties: false,
} as const

const nextCursorSchema = {
  type: 'string',
  description: 'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to continue from here.',
} as const

/** The operations of the core, as agents see them in every application. */
export const COMMON_AGENTS: CommonAgents = {
  operations: {
    'apiKeys.list': {
      name: 'apiKeys.list',
      summary: 'List API keys',
      description: 'Keys that are not revoked, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'id'],
          },
          order: orderSchema,
          created_by: createdBySchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
    },
    'apiKeys.get': {
      name: 'apiKeys.get',
      summary: 'Get an API key',
      description: 'One key, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: apiKeysInputSchema,
    },
    'apiKeys.revoke': {
      name: 'apiKeys.revoke',
      summary: 'Revoke an API key',
      description: 'Ends the key and every secret of it at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: apiKeysInputSchema,
    },
    'apiKeys.rotate': {
      name: 'apiKeys.rotate',
      summary: 'Rotate an API key',
      description:
        'Gives the key a new secret, shown only once. The old secret works for 24 hours more, and ends with the next rotation.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: apiKeysInputSchema,
    },
    'oauthClients.list': {
      name: 'oauthClients.list',
      summary: 'List OAuth clients',
      description: 'Clients that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'client_id'],
          },
          order: orderSchema,
          created_by: createdBySchema,
          fields: {
            description: 'Members to return, separated by commas; `client_id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    'oauthClients.get': {
      name: 'oauthClients.get',
      summary: 'Get an OAuth client',
      description: 'One client, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: oauthClientsInputSchema,
    },
    'oauthClients.delete': {
      name: 'oauthClients.delete',
      summary: 'Delete an OAuth client',
      description: 'Ends the client and every token it was given. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: oauthClientsInputSchema,
    },
    'oauthClients.rotateSecret': {
      name: 'oauthClients.rotateSecret',
      summary: "Rotate a client's secret",
      description: 'Gives the client a new secret, shown only once. The old one ends at once.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: oauthClientsInputSchema,
    },
    'sessions.list': {
      name: 'sessions.list',
      summary: 'List sessions',
      description:
        "Sessions and grants of the caller's user that have not ended, newest first unless sorted otherwise.",
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: sortSchema,
          order: orderSchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
    },
    'sessions.end': {
      name: 'sessions.end',
      summary: 'End a session',
      description:
        'Ends a session or grant at once: a browser session with its cookie, tickets and open connections; a sign-in, but not the grants to apps from it; a grant with all its refresh and access tokens. A credential can end itself, and those with no more power than its own. For 30 days the path answers 410, also for a sign-in that its browser signed out of, then 404. It answers 404 at once for one that ended in another way.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { session_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the session.' } },
        required: ['session_id'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.list': {
      name: 'webhookEndpoints.list',
      summary: 'List webhook endpoints',
      description: 'Endpoints that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: sortSchema,
          order: orderSchema,
          created_by: createdBySchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
    },
    'webhookEndpoints.get': {
      name: 'webhookEndpoints.get',
      summary: 'Get a webhook endpoint',
      description: 'One endpoint, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: webhookEndpointsInputSchema,
    },
    'webhookEndpoints.delete': {
      name: 'webhookEndpoints.delete',
      summary: 'Delete a webhook endpoint',
      description: 'Ends the endpoint and its deliveries at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: webhookEndpointsInputSchema,
    },
    'webhookEndpoints.test': {
      name: 'webhookEndpoints.test',
      summary: 'Test a webhook endpoint',
      description:
        'Sends the event `webhook.test` to this endpoint only, whatever its `events`, and returns the delivery. Answers 409 for a disabled endpoint.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: webhookEndpointsInputSchema,
    },
    'webhookEndpoints.rotateSecret': {
      name: 'webhookEndpoints.rotateSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Gives the endpoint a new secret, shown only once. For 24 hours deliveries carry two signatures, by the new and by the previous secret. A second rotation within these hours ends the older of the two secrets at once.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: webhookEndpointsInputSchema,
    },
    'webhookEndpoints.deliveries': {
      name: 'webhookEndpoints.deliveries',
      summary: 'List deliveries',
      description: 'Deliveries to this endpoint, newest first unless sorted otherwise, kept as long as their events.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: endpointIdSchema,
          limit: limitSchema,
          cursor: cursorSchema,
          sort: sortSchema,
          order: orderSchema,
          status: {
            description: 'Only deliveries with this status.',
            type: 'string',
            enum: ['pending', 'succeeded', 'failed'],
          },
          fields: fieldsSchema,
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.redeliver': {
      name: 'webhookEndpoints.redeliver',
      summary: 'Repeat a delivery',
      description:
        'Queues a delivery again, also one that has succeeded, and returns it. Its retries start from the beginning. Answers 409 for a disabled endpoint.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: endpointIdSchema,
          delivery_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the delivery.' },
        },
        required: ['endpoint_id', 'delivery_id'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.recover': {
      name: 'webhookEndpoints.recover',
      summary: 'Recover missed deliveries',
      description:
        'Queues the deliveries that failed since a moment, and the events since then that this endpoint subscribes to now and has no delivery of, because it was disabled or not subscribed at the time. Answers 409 for a disabled endpoint.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: endpointIdSchema,
          since: {
            type: 'string',
            maxLength: 64,
            format: 'date-time',
            description: 'Start of the period; events are kept for 30 days.',
          },
        },
        required: ['endpoint_id', 'since'],
        additionalProperties: false,
      },
    },
    'events.list': {
      name: 'events.list',
      summary: 'List events',
      description:
        'The event log, from its oldest event or after a cursor. To follow it, request the events after the `cursor` of the last one you have. A caller who sees only its own records gets only the events about them.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          after: {
            description: 'Cursor of the last event that the client has; empty to start with the oldest.',
            type: 'string',
            maxLength: 32,
          },
          type: { description: 'Only events of these names, separated by commas.', type: 'string', maxLength: 1000 },
          types: {
            description: 'Synonym of `type`, as in the streams. Cannot be combined with it.',
            type: 'string',
            maxLength: 1000,
          },
          limit: limitSchema,
        },
        additionalProperties: false,
      },
      tool: {
        name: 'list_changes',
        description:
          'Tells what has happened, oldest first: who changed what, and the record after it. Keep the `cursor` of the last event you were given, and send it as `after` to learn what has happened since: nothing is missed, nothing is told twice. On cursor-expired begin anew without `after`.',
        outputSchema: {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: { $ref: '#/$defs/Event' },
              description: 'The events of this page, oldest first.',
            },
            next_cursor: {
              anyOf: [nextCursorSchema, { type: 'null' }],
              description: 'Value of `after` for the next page; null on the last page.',
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the log.',
          $defs: {
            Event: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the event.' },
                event: { type: 'string', description: 'What happened.' },
                cursor: nextCursorSchema,
                created_at: { type: 'string', description: 'When it happened.' },
                api_version: { type: 'string', description: 'Version of the API that defines the form of `data`.' },
                actor: {
                  anyOf: [{ $ref: '#/$defs/Actor' }, { type: 'null' }],
                  description:
                    'The actor; null for none, and in events older than this member. `exports` of the `system` finishes exports.',
                },
                data: {
                  type: 'object',
                  properties: { id: { type: 'string', description: 'Identifier of the record.' } },
                  required: ['id'],
                  description: 'The record after the change; for a deletion only its `id`.',
                },
              },
              required: ['id', 'event', 'cursor', 'created_at', 'api_version', 'actor', 'data'],
              description: 'A committed change, at its place in the log.',
            },
            Actor: {
              type: 'object',
              properties: {
                type: {
                  type: 'string',
                  enum: ['user', 'api_key', 'client', 'system'],
                  description:
                    'Kind of actor: `user`, by a session or an access token; `api_key`, also for a key that acts as a user; `client`, an OAuth client on its own behalf, or as an agent for a user; `system`, the service itself.',
                },
                id: {
                  type: 'string',
                  description: 'Identifier of the actor; for `system` the part of the service, such as `exports`.',
                },
              },
              required: ['type', 'id'],
              description: 'The user, API key, OAuth client or part of the service that acts.',
            },
          },
        },
      },
    },
  },
  search: {
    name: 'search_operations',
    title: 'Search operations',
    description:
      'Finds what else this service can do for you, by words: every operation that your scopes allow, with the input that call_operation takes. Use it when no other tool fits.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'What you want to do, in a few words, such as "rotate key" or "webhook deliveries".',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    members: { query: { type: 'string', min: 1, max: 200 } },
  },
  call: {
    name: 'call_operation',
    title: 'Call an operation',
    description: 'Calls an operation that search_operations has found. Prefer the tool of its own, where it has one.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: {
          type: 'string',
          maxLength: 100,
          description: 'Its name, from search_operations, such as `me.get`.',
        },
        input: {
          description: 'What its input schema asks for.',
          type: 'object',
          properties: {},
          additionalProperties: true,
        },
        idempotency_key: {
          description:
            'For a change: a text of your own. The same key has one effect, however often you call; another key does it once more.',
          type: 'string',
        },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    members: {
      operation: { type: 'string', max: 100 },
      input: { type: 'object', members: {}, others: { type: 'any' }, optional: true },
      idempotency_key: { type: 'string', optional: true },
    },
  },
  remedies: {
    'malformed-json':
      'Send one JSON object without a byte order mark, doubled members or a `__proto__` member, nested at most 32 deep.',
    'invalid-parameters':
      'Each faulty parameter is named in `errors`. Nothing is corrected silently: fix them and send again.',
    'bad-request': 'Read `detail`, correct the request and send it again.',
    unauthenticated: 'Send a valid credential in a way that the `WWW-Authenticate` header names.',
    'insufficient-scope': 'Use a credential that holds the scope named in `detail`.',
    forbidden: 'Ask an administrator, or use a credential that holds what it wants to grant.',
    csrf: 'Send changes from a page of this service, with the `csrf_token` of the session in the header `X-CSRF-Token`.',
    'https-required': 'Send it to the https address. Replace the credential that was sent in the clear.',
    'not-found': 'Check the identifier that was sent. The API reference lists the paths, and the names of operations.',
    'method-not-allowed': 'Use one of the methods in the `Allow` header.',
    'not-acceptable': 'Accept a media type that the `detail` names.',
    'request-timeout': 'Send headers and body without pausing, over a new connection.',
    'version-conflict': 'Read the record again, apply the change to what it is now, and send its current `version`.',
    'idempotency-in-progress':
      'Repeat the request after the seconds in `Retry-After`; it then gets the answer of the first one.',
    'export-not-ready': 'Read the export until its `status` is `succeeded`. Make another one if it `failed`.',
    'limit-reached': 'Delete or revoke what is not needed any more, or wait until something ends: `detail` says which.',
    conflict: 'Read `detail`, look at the present state, and change the request.',
    gone: 'Stop asking for it: it does not come back.',
    'cursor-expired': 'Read the records themselves, and then the log from its start, with an empty cursor.',
    'payload-too-large': 'Send less at once, for example several smaller batches.',
    'uri-too-long': 'Shorten the query string.',
    'unsupported-media-type': 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
    'range-not-satisfiable': 'Read the size of the file from `Content-Range`, and ask for bytes before it.',
    'validation-failed':
      'Each fault is listed in `errors`, with a JSON Pointer to the member. Fix them all and send again.',
    'idempotency-key-reused': 'Use a new key for every new request, and repeat a request with the same bytes.',
    'upgrade-required': 'Open it with a WebSocket client.',
    'rate-limited': 'Wait for the seconds in `Retry-After`.',
    'headers-too-large': 'Send fewer or shorter headers and cookies.',
    internal: 'Try again; if it persists, report the `request_id`.',
    'not-implemented': 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, and no transfer coding but `chunked`.',
    unavailable: 'Try again after the seconds in `Retry-After`. Reads and idempotent writes can be repeated safely.',
    overloaded: 'Try again after the seconds in `Retry-After`.',
  },
}
