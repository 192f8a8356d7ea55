// Written by `roster-generate` from the contract. Changes to it are lost.

import type { MockedAgents } from '@roster/sdk/testing'

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

const nameSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person.' } as const

const emailSchema = {
  type: 'string',
  maxLength: 254,
  format: 'email',
  description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
} as const

const roleSchema = {
  type: 'string',
  enum: ['administrator', 'member'],
  description: 'What the member may do.',
} as const

const passwordSchema = {
  type: 'string',
  format: 'password',
  minLength: 12,
  maxLength: 128,
  description:
    'The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail address, the name of the user or of the service, each with a few more characters.',
} as const

const memberIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the member.' } as const

const membersInputSchema = {
  type: 'object',
  properties: { member_id: memberIdSchema },
  required: ['member_id'],
  additionalProperties: false,
} as const

const statusSchema = {
  type: 'string',
  enum: ['active', 'suspended'],
  description: 'Whether the member may sign in.',
} as const

const versionSchema = {
  description: 'The version that the change is based on. If it is not the present one: 409.',
  type: 'integer',
  minimum: 1,
  maximum: 9007199254740991,
} as const

const supportTicketsStatusSchema = {
  type: 'string',
  enum: ['open', 'closed'],
  description: 'Whether it can be changed.',
} as const

const supportTicketsVersionSchema = {
  type: 'integer',
  description: 'Number of this state; every change adds 1.',
} as const

const selectedSupportTicketProperties = {
  id: { type: 'string', description: 'Opaque identifier of the support ticket.' },
  title: { type: 'string', description: 'What it is about.' },
  status: supportTicketsStatusSchema,
  version: supportTicketsVersionSchema,
  created_at: { type: 'string', description: 'When it was created.' },
  updated_at: { type: 'string', description: 'When it last changed.' },
} as const

const titleSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'What it is about.' } as const

const supportTicketIdSchema = {
  type: 'string',
  maxLength: 64,
  description: 'Opaque identifier of the support ticket.',
} as const

const supportTicketsInputSchema = {
  type: 'object',
  properties: { support_ticket_id: supportTicketIdSchema },
  required: ['support_ticket_id'],
  additionalProperties: false,
} as const

const scopesSchema = {
  type: 'string',
  enum: [
    'read:records',
    'write:records',
    'manage:members',
    'manage:keys',
    'manage:clients',
    'manage:webhooks',
    'read:metrics',
  ],
} as const

const oauthClientsNameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Name that people see when they consent.',
} as const

const grantTypesSchema = {
  minItems: 1,
  maxItems: 4,
  type: 'array',
  items: {
    type: 'string',
    enum: ['authorization_code', 'refresh_token', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'],
  },
  uniqueItems: true,
  description:
    'How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.',
} as const

const oauthClientsScopesSchema = {
  minItems: 1,
  maxItems: 11,
  type: 'array',
  items: {
    type: 'string',
    enum: [
      'read:records',
      'write:records',
      'manage:members',
      'manage:keys',
      'manage:clients',
      'manage:webhooks',
      'read:metrics',
      'openid',
      'profile',
      'email',
      'offline_access',
    ],
  },
  uniqueItems: true,
  description: 'Scopes that tokens of the client may have: those of the API, and those of OpenID Connect.',
} as const

const tokenEndpointAuthMethodValues = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

const tlsClientAuthSubjectDnAlternatives = [
  { type: 'string', minLength: 1, maxLength: 1000 },
  { type: 'null' },
] as const

const jwksAlternatives = [
  {
    type: 'object',
    properties: {
      keys: {
        minItems: 1,
        maxItems: 10,
        type: 'array',
        items: { $ref: '#/$defs/JsonWebKey' },
        description: 'The keys.',
      },
    },
    required: ['keys'],
    additionalProperties: false,
  },
  { type: 'null' },
] as const

const oauthClientsInputSchema = {
  JsonWebKey: {
    type: 'object',
    properties: {
      kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
      x5c: {
        minItems: 1,
        maxItems: 5,
        type: 'array',
        items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
        description: 'The certificate of this key, followed by those of its issuers.',
      },
      kid: { description: 'Name of the key.', type: 'string', maxLength: 200 },
      use: { description: 'What it is for.', type: 'string', enum: ['sig', 'enc'] },
      alg: { description: 'Algorithm it is used with.', type: 'string', maxLength: 50 },
      crv: { description: 'Curve.', type: 'string', maxLength: 50 },
      x: { description: 'Coordinate x.', type: 'string', maxLength: 2048 },
      y: { description: 'Coordinate y.', type: 'string', maxLength: 2048 },
      n: { description: 'Modulus.', type: 'string', maxLength: 2048 },
      e: { description: 'Exponent.', type: 'string', maxLength: 2048 },
      x5t: { description: 'SHA-1 of the certificate.', type: 'string', maxLength: 2048 },
      'x5t#S256': { description: 'SHA-256 of the certificate.', type: 'string', maxLength: 2048 },
    },
    required: ['kty', 'x5c'],
    additionalProperties: false,
    description: 'A public key and its certificate (RFC 7517).',
  },
} as const

const formatSchema = {
  type: 'string',
  enum: ['ndjson', 'csv'],
  description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
} as const

const exportsOutputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Opaque identifier of the export.' },
    format: formatSchema,
    filter: { $ref: '#/$defs/ExportFilter' },
    status: {
      type: 'string',
      enum: ['pending', 'running', 'succeeded', 'failed'],
      description: 'Where the export stands.',
    },
    progress: { $ref: '#/$defs/ExportProgress' },
    file: {
      anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
      description: 'The file to download; null until the export has succeeded.',
    },
    created_at: { type: 'string', description: 'When the export was requested.' },
    expires_at: { type: 'string', description: 'When the export and its file are deleted: 24 hours later.' },
  },
  required: ['id', 'format', 'filter', 'status', 'progress', 'file', 'created_at', 'expires_at'],
  description: 'An export of support tickets into a file.',
  $defs: {
    ExportFilter: { type: 'object', properties: {}, description: 'Which support-tickets to export; all without it.' },
    ExportProgress: {
      type: 'object',
      properties: {
        done: { type: 'integer', description: 'Records written so far.' },
        total: { type: 'integer', description: 'Records to write.' },
      },
      required: ['done', 'total'],
      description: 'How far an export is.',
    },
    ExportFile: {
      type: 'object',
      properties: {
        size: { type: 'integer', description: 'Length in bytes.' },
        sha256: { type: 'string', description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.' },
        content_type: { type: 'string', description: 'Media type.' },
        href: { type: 'string', description: 'Address to download it from, with a credential.' },
      },
      required: ['size', 'sha256', 'content_type', 'href'],
      description: 'The file of an export.',
    },
  },
} as const

const eventsSchema = {
  type: 'string',
  enum: [
    '*',
    'member.created',
    'member.updated',
    'member.deleted',
    'support_ticket.created',
    'support_ticket.updated',
    'support_ticket.deleted',
    'api_key.created',
    'api_key.rotated',
    'api_key.revoked',
    'export.succeeded',
    'export.failed',
    'webhook.test',
  ],
} as const

const descriptionAlternatives = [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }] as const

/** The operations of the application, as agents see them. */
export const AGENTS: MockedAgents = {
  operations: [
    {
      name: 'members.list',
      summary: 'List members',
      description: 'Every member, newest first unless sorted otherwise.',
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
        },
        additionalProperties: false,
      },
    },
    {
      name: 'members.create',
      summary: 'Add a member',
      description: 'Adds a member who signs in with this e-mail address and password.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { name: nameSchema, email: emailSchema, role: roleSchema, password: passwordSchema },
        required: ['name', 'email', 'role', 'password'],
        additionalProperties: false,
      },
    },
    {
      name: 'members.get',
      summary: 'Get a member',
      description: 'One member.',
      hints: { readOnlyHint: true },
      inputSchema: membersInputSchema,
    },
    {
      name: 'members.update',
      summary: 'Change a member',
      description:
        'Changes the members that are sent. Whoever is suspended, or may do less afterwards, is signed out; the keys of whoever is suspended do not work. A promotion ends a password that somebody without all scopes has set.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          member_id: memberIdSchema,
          name: nameSchema,
          email: emailSchema,
          role: roleSchema,
          status: statusSchema,
          version: versionSchema,
        },
        required: ['member_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'members.delete',
      summary: 'Remove a member',
      description:
        'Signs the member out for good, and erases name and e-mail address, which is free again. The path answers 410 for 30 days, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: membersInputSchema,
    },
    {
      name: 'members.setPassword',
      summary: 'Set a password',
      description:
        'Sets the password that a member signs in with, and ends the sessions from before. Members set their own without a scope, and send the current one.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          member_id: memberIdSchema,
          password: passwordSchema,
          current_password: {
            description: 'The current password, to set your own.',
            type: 'string',
            maxLength: 1024,
            format: 'password',
          },
        },
        required: ['member_id', 'password'],
        additionalProperties: false,
      },
    },
    {
      name: 'supportTickets.list',
      summary: 'List support tickets',
      description: 'The support tickets, newest first unless sorted otherwise.',
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
            enum: ['created_at', 'title', 'id'],
          },
          order: orderSchema,
          status: { description: 'Only those with this status.', type: 'string', enum: ['open', 'closed'] },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
      tool: {
        name: 'list_support_tickets',
        description:
          'Lists support tickets, newest first. Ask for the `fields` you need; read more pages with `cursor`.',
        outputSchema: {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: { $ref: '#/$defs/SelectedSupportTicket' },
              description: 'The records of this page.',
            },
            next_cursor: {
              description: 'Value of `cursor` for the next page; null on the last page.',
              type: ['string', 'null'],
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the collection, by cursor.',
          $defs: {
            SelectedSupportTicket: {
              type: 'object',
              properties: selectedSupportTicketProperties,
              required: ['id'],
              description: 'One support ticket. Without the members that `fields` leaves out.',
            },
          },
        },
      },
    },
    {
      name: 'supportTickets.create',
      summary: 'Create support ticket',
      description: 'Creates one, which is open.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { title: titleSchema },
        required: ['title'],
        additionalProperties: false,
      },
      tool: {
        name: 'create_support_ticket',
        description:
          'Creates a support ticket, which is open. The same call within two minutes creates nothing, and returns the first answer.',
        outputSchema: {
          type: 'object',
          properties: selectedSupportTicketProperties,
          required: ['id', 'title', 'status', 'version', 'created_at', 'updated_at'],
          description: 'One support ticket.',
        },
      },
    },
    {
      name: 'supportTickets.get',
      summary: 'Get support ticket',
      description: 'Reads one.',
      hints: { readOnlyHint: true },
      inputSchema: supportTicketsInputSchema,
    },
    {
      name: 'supportTickets.update',
      summary: 'Change support ticket',
      description: 'Changes the members that are sent. A closed one changes only if it is reopened.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          support_ticket_id: supportTicketIdSchema,
          title: titleSchema,
          status: supportTicketsStatusSchema,
          version: versionSchema,
        },
        required: ['support_ticket_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'supportTickets.delete',
      summary: 'Delete support ticket',
      description: 'Deletes one. Its path answers 410 for 30 days, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: supportTicketsInputSchema,
    },
    'apiKeys.list',
    {
      name: 'apiKeys.create',
      summary: 'Create an API key',
      description:
        'Creates a key and returns its secret, which is shown only once. A key cannot have more power than its creator, or outlive a key that creates it. To create a key that acts as another user, the caller needs the power of that user.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'What the key is for.' },
          user_id: {
            default: null,
            description: 'The user the key acts as; a key in the role member needs one. Default: null, a machine.',
            anyOf: [
              { type: 'string', maxLength: 64, description: 'Opaque identifier of the user the key acts as.' },
              { type: 'null' },
            ],
          },
          scopes: {
            minItems: 1,
            maxItems: 7,
            type: 'array',
            items: scopesSchema,
            description: 'What the key may do; never more than its role may.',
          },
          role: {
            default: 'member',
            description: 'Role the key acts in. Default: member.',
            type: 'string',
            enum: ['administrator', 'member'],
          },
          expires_at: {
            default: null,
            description: 'When the key ends. Default: null, never.',
            anyOf: [{ type: 'string', maxLength: 64, format: 'date-time' }, { type: 'null' }],
          },
        },
        required: ['name', 'scopes'],
        additionalProperties: false,
      },
    },
    'apiKeys.get',
    'apiKeys.revoke',
    'apiKeys.rotate',
    'oauthClients.list',
    {
      name: 'oauthClients.create',
      summary: 'Register an OAuth client',
      description:
        'Registers a client and returns its secret, which is shown only once. A caller can register and change only clients whose scopes it holds itself.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: oauthClientsNameSchema,
          type: {
            type: 'string',
            enum: ['confidential', 'public'],
            description:
              'Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a browser.',
          },
          grant_types: grantTypesSchema,
          redirect_uris: {
            default: [],
            description:
              'Addresses to which the authorization server may redirect; `authorization_code` needs one. Default: none.',
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
          },
          scopes: oauthClientsScopesSchema,
          token_endpoint_auth_method: {
            description:
              'How the client authenticates. Default: `client_secret_basic`, and `none` for a public client.',
            type: 'string',
            enum: tokenEndpointAuthMethodValues,
          },
          tls_client_auth_subject_dn: {
            default: null,
            anyOf: tlsClientAuthSubjectDnAlternatives,
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            default: null,
            anyOf: jwksAlternatives,
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['name', 'type', 'grant_types', 'scopes'],
        additionalProperties: false,
        $defs: oauthClientsInputSchema,
      },
    },
    'oauthClients.get',
    {
      name: 'oauthClients.update',
      summary: 'Change an OAuth client',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. A client that changes to a method with a secret gets one from `rotate-secret`. New scopes end a secret that was shown to a caller without them.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' },
          name: oauthClientsNameSchema,
          grant_types: grantTypesSchema,
          redirect_uris: {
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
            description: 'Addresses to which the authorization server may redirect, compared character by character.',
          },
          scopes: oauthClientsScopesSchema,
          token_endpoint_auth_method: {
            type: 'string',
            enum: tokenEndpointAuthMethodValues,
            description:
              'How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`.',
          },
          tls_client_auth_subject_dn: {
            anyOf: tlsClientAuthSubjectDnAlternatives,
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            anyOf: jwksAlternatives,
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['client_id'],
        additionalProperties: false,
        $defs: oauthClientsInputSchema,
      },
    },
    'oauthClients.delete',
    'oauthClients.rotateSecret',
    {
      name: 'exports.create',
      summary: 'Export support-tickets',
      description:
        'Starts an export of the support tickets that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. The export of a caller who sees only its own records contains no others.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { format: formatSchema, filter: { default: {}, $ref: '#/$defs/ExportFilter' } },
        required: ['format'],
        additionalProperties: false,
        $defs: {
          ExportFilter: {
            type: 'object',
            properties: {},
            additionalProperties: false,
            description: 'Which support-tickets to export; all without it.',
          },
        },
      },
      tool: {
        name: 'start_export',
        description:
          'Starts to write the support tickets that pass `filter` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until `status` is `succeeded`; then `file.href` is where to download it for a day, with an API key. Without one, give the address to the person you act for.',
        outputSchema: exportsOutputSchema,
      },
    },
    {
      name: 'exports.get',
      summary: 'Get an export',
      description:
        'The progress of an export, and the address of its file when it is ready. Its creator can read it, and so can a caller with every scope for all records.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { export_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the export.' } },
        required: ['export_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_export',
        description:
          'Tells how far an export is (`progress`) and, once it has succeeded, where its file is. Ask once a second at most.',
        outputSchema: exportsOutputSchema,
      },
    },
    'sessions.list',
    'sessions.end',
    {
      name: 'me.get',
      summary: 'Get the caller',
      description: 'The credential of this request: its scopes, and the user it acts as. Needs any credential.',
      hints: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      tool: {
        name: 'who_am_i',
        description:
          'Tells whom you act as and which scopes you hold. Call it when a tool answers insufficient-scope, or before you promise what you may not do.',
        outputSchema: {
          type: 'object',
          properties: {
            principal: { $ref: '#/$defs/Principal' },
            role: { type: 'string', enum: ['administrator', 'member', 'service'], description: 'Role it acts in.' },
            scopes: { type: 'array', items: scopesSchema, description: 'What it may do.' },
            user: {
              anyOf: [{ $ref: '#/$defs/Member' }, { type: 'null' }],
              description: 'The user it acts as; null for a machine.',
            },
          },
          required: ['principal', 'role', 'scopes', 'user'],
          description: 'The caller, as the service sees it.',
          $defs: {
            Principal: {
              type: 'object',
              properties: {
                type: {
                  type: 'string',
                  enum: ['api_key', 'access_token', 'session'],
                  description: 'Kind of credential.',
                },
                id: {
                  type: 'string',
                  description:
                    'Opaque identifier of the key, client or user; for a user of an external provider, the identifier there.',
                },
                name: { type: 'string', description: 'Its name.' },
              },
              required: ['type', 'id', 'name'],
              description: 'The caller that a credential stands for.',
            },
            Member: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the member.' },
                name: { type: 'string', description: 'Name of the person.' },
                email: {
                  type: 'string',
                  description:
                    'E-mail address, unique among user records whatever its case or notation; kept as typed.',
                },
                role: roleSchema,
                status: statusSchema,
                version: supportTicketsVersionSchema,
                created_at: { type: 'string', description: 'When the member was added.' },
                updated_at: { type: 'string', description: 'When the member last changed.' },
              },
              required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
              description: 'An account that signs in.',
            },
          },
        },
      },
    },
    'webhookEndpoints.list',
    {
      name: 'webhookEndpoints.create',
      summary: 'Create a webhook endpoint',
      description:
        'Creates an endpoint and returns its secret, which is shown only once. The endpoint gets the events that are committed from now on. The address must be https and must not lead into a private network.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            maxLength: 2048,
            format: 'uri',
            description: 'Address to which deliveries are sent: https, and publicly reachable.',
          },
          events: {
            default: ['*'],
            description: 'Names of the events to deliver; `*` for all. Default: all.',
            minItems: 1,
            maxItems: 13,
            type: 'array',
            items: eventsSchema,
          },
          description: {
            default: null,
            description: 'Purpose of the endpoint. Default: null.',
            anyOf: descriptionAlternatives,
          },
        },
        required: ['url'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.get',
    {
      name: 'webhookEndpoints.update',
      summary: 'Change a webhook endpoint',
      description:
        'Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears `disabled_reason`. Use `recover` for the events that it missed meanwhile.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          url: {
            format: 'uri',
            description: 'Address to which deliveries are sent: https, and publicly reachable.',
            type: 'string',
            maxLength: 2048,
          },
          events: {
            description: 'Names of the events to deliver; `*` for all.',
            minItems: 1,
            maxItems: 13,
            type: 'array',
            items: eventsSchema,
          },
          description: { description: 'Purpose of the endpoint; null for none.', anyOf: descriptionAlternatives },
          status: {
            description: 'Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait.',
            type: 'string',
            enum: ['enabled', 'disabled'],
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.delete',
    'webhookEndpoints.test',
    'webhookEndpoints.rotateSecret',
    'webhookEndpoints.deliveries',
    'webhookEndpoints.redeliver',
    'webhookEndpoints.recover',
    'events.list',
  ],
  scopes: ['read:records'],
  remedies: { 'email-taken': 'Use another address.' },
}
