// Written from the contract by `npm run generate:sdk`.

import type { MockedAgents } from '../agents/mocked-agents.ts'

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

const roleSchema = { description: 'Only users with this role.', type: 'string', enum: ['admin', 'viewer'] } as const

const statusSchema = {
  description: 'Only users with this status.',
  type: 'string',
  enum: ['active', 'suspended', 'invited'],
} as const

const searchSchema = {
  description: 'Words that must all occur in name or e-mail, as literal text; case and accents make no difference.',
  type: 'string',
  minLength: 2,
  maxLength: 100,
} as const

const fieldsSchema = {
  description: 'Members to return, separated by commas; `id` always stays.',
  type: 'string',
  maxLength: 1000,
} as const

const nextCursorSchema = {
  description: 'Value of `cursor` for the next page; null on the last page.',
  type: ['string', 'null'],
} as const

const hasMoreSchema = { type: 'boolean', description: 'Whether another page follows.' } as const

const usersRoleSchema = {
  type: 'string',
  enum: ['admin', 'viewer'],
  description: 'What the user may do. More roles may be added.',
} as const

const usersStatusSchema = {
  type: 'string',
  enum: ['active', 'suspended', 'invited'],
  description: 'Whether the user may sign in.',
} as const

const versionSchema = {
  type: 'integer',
  description: 'Number of this state of the record; every change adds 1.',
} as const

const selectedUserProperties = {
  id: { type: 'string', description: 'Opaque identifier of the user.' },
  name: { type: 'string', description: 'Name of the person, trimmed.' },
  email: {
    type: 'string',
    description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
  },
  role: usersRoleSchema,
  status: usersStatusSchema,
  version: versionSchema,
  created_at: { type: 'string', description: 'When the record was created.' },
  updated_at: { type: 'string', description: 'When the record last changed.' },
} as const

const nameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Name of the person, trimmed.',
} as const

const emailSchema = {
  type: 'string',
  maxLength: 254,
  format: 'email',
  description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
} as const

const usersInputSchema = {
  type: 'object',
  properties: {
    name: nameSchema,
    email: emailSchema,
    role: usersRoleSchema,
    status: {
      default: 'active',
      description: 'Whether the user may sign in. Default: active.',
      type: 'string',
      enum: ['active', 'suspended', 'invited'],
    },
  },
  required: ['name', 'email', 'role'],
  additionalProperties: false,
} as const

const usersOutputSchema = {
  type: 'object',
  properties: selectedUserProperties,
  required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
  description: 'A user record.',
} as const

const userIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' } as const

const usersInputSchema2 = {
  type: 'object',
  properties: { user_id: userIdSchema },
  required: ['user_id'],
  additionalProperties: false,
} as const

const usersVersionSchema = {
  description: 'The `version` this change is based on. If the record has another one by now: 409 `version-conflict`.',
  type: 'integer',
  minimum: 1,
  maximum: 9007199254740991,
} as const

const createdAtSchema = {
  description: 'Accepted when it equals the stored value; assigned by the service.',
  type: 'string',
  format: 'date-time',
  maxLength: 24,
} as const

const statusValues = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

const ordersStatusSchema = { type: 'string', enum: statusValues, description: 'Where the order stands.' } as const

const selectedOrderProperties = {
  id: { type: 'string', description: 'Opaque identifier of the order.' },
  user_id: { type: 'string', description: 'Opaque identifier of the user who ordered.' },
  number: { type: 'string', description: 'Unique number for people.' },
  status: ordersStatusSchema,
  currency: { type: 'string', description: 'Currency of every amount (ISO 4217).' },
  total_amount: { type: 'integer', description: 'Sum of the items, in minor units.' },
  items: { type: 'array', items: { $ref: '#/$defs/OrderItem' }, description: 'What was ordered.' },
  version: versionSchema,
  created_at: { type: 'string', description: 'When the order was placed.' },
  updated_at: { type: 'string', description: 'When the order last changed.' },
} as const

const orderItemSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string', description: 'Stock-keeping unit.' },
    name: { type: 'string', description: 'What it is.' },
    quantity: { type: 'integer', description: 'How many.' },
    unit_amount: { type: 'integer', description: 'Price of one, in minor units.' },
  },
  required: ['sku', 'name', 'quantity', 'unit_amount'],
  description: 'One position of an order.',
} as const

const ordersOutputSchema = {
  type: 'object',
  properties: selectedOrderProperties,
  required: [
    'id',
    'user_id',
    'number',
    'status',
    'currency',
    'total_amount',
    'items',
    'version',
    'created_at',
    'updated_at',
  ],
  description: 'An order of a user.',
  $defs: { OrderItem: orderItemSchema },
} as const

const orderIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the order.' } as const

const scopesSchema = {
  type: 'string',
  enum: [
    'read:users',
    'write:users',
    'delete:users',
    'read:orders',
    'write:orders',
    'read:events',
    'manage:keys',
    'manage:webhooks',
    'manage:clients',
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
  maxItems: 14,
  type: 'array',
  items: {
    type: 'string',
    enum: [
      'read:users',
      'write:users',
      'delete:users',
      'read:orders',
      'write:orders',
      'read:events',
      'manage:keys',
      'manage:webhooks',
      'manage:clients',
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
  description: 'An export of user records into a file.',
  $defs: {
    ExportFilter: {
      type: 'object',
      properties: {
        role: roleSchema,
        status: statusSchema,
        search: {
          description:
            'Words that must all occur in name or e-mail, as literal text; case and accents make no difference.',
          type: 'string',
        },
      },
      description: 'Which users to export; all without it.',
    },
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
    'user.created',
    'user.updated',
    'user.suspended',
    'user.deleted',
    'order.created',
    'order.updated',
    'order.cancelled',
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
      name: 'users.list',
      summary: 'List users',
      description: 'User records, newest first unless sorted otherwise. A viewer sees its own record only.',
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
            enum: ['created_at', 'name', 'email', 'id'],
          },
          order: orderSchema,
          role: roleSchema,
          status: statusSchema,
          search: searchSchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
      tool: {
        name: 'find_users',
        description:
          'Finds user records by words of name or e-mail, role or status. Begin here when you know a person but not the id (`usr_…`), which every other tool takes. Ask for the `fields` you need; more than one page is read with `cursor`.',
        outputSchema: {
          type: 'object',
          properties: {
            data: { type: 'array', items: { $ref: '#/$defs/SelectedUser' }, description: 'The records of this page.' },
            next_cursor: nextCursorSchema,
            has_more: hasMoreSchema,
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the collection, by cursor.',
          $defs: {
            SelectedUser: {
              type: 'object',
              properties: selectedUserProperties,
              required: ['id'],
              description: 'A user record. Without the members that `fields` leaves out.',
            },
          },
        },
      },
    },
    {
      name: 'users.create',
      summary: 'Create a user',
      description: 'Creates one user record. Only a caller with every scope can give the role admin.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: usersInputSchema,
      tool: {
        name: 'create_user',
        description:
          'Creates one user. The role viewer sees its own record only; give admin only where the person you act for asks for it. An e-mail address is used once: on email-taken, find that user in place of trying another address.',
        outputSchema: usersOutputSchema,
      },
    },
    {
      name: 'users.createMany',
      summary: 'Create many users',
      description:
        'Creates up to 1,000 user records, all or none. The response has them in the order of the request; email-taken names each address that is taken.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          users: {
            minItems: 1,
            maxItems: 1000,
            type: 'array',
            items: usersInputSchema,
            description: 'The users to create.',
          },
        },
        required: ['users'],
        additionalProperties: false,
      },
    },
    {
      name: 'users.get',
      summary: 'Get a user',
      description: 'One user record. A viewer can read its own.',
      hints: { readOnlyHint: true },
      inputSchema: usersInputSchema2,
      tool: {
        name: 'get_user',
        description:
          'Reads one user by id. Read it before you change it: its `version` says which state you have seen.',
        outputSchema: usersOutputSchema,
      },
    },
    {
      name: 'users.replace',
      summary: 'Replace a user',
      description:
        'Sets every member of the record. An omitted `status` is kept; members that the service assigns are accepted when they equal what is stored. Changing or making an administrator needs every scope.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          name: nameSchema,
          email: emailSchema,
          role: usersRoleSchema,
          status: usersStatusSchema,
          version: usersVersionSchema,
          id: {
            description: 'Accepted when it equals the stored value; assigned by the service.',
            type: 'string',
            maxLength: 64,
          },
          created_at: createdAtSchema,
          updated_at: createdAtSchema,
        },
        required: ['user_id', 'name', 'email', 'role'],
        additionalProperties: false,
      },
    },
    {
      name: 'users.update',
      summary: 'Change a user',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396). When no value differs, nothing changes, including the version. Changing or making an administrator needs every scope; a promotion ends a password that was set by a caller without all scopes.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          name: nameSchema,
          email: emailSchema,
          role: usersRoleSchema,
          status: usersStatusSchema,
          version: usersVersionSchema,
        },
        required: ['user_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'update_user',
        description:
          'Changes the members of a user that you send, and leaves the others. Send the `version` that you read, so that a change somebody made meanwhile is not lost; on version-conflict read again and decide anew. To bar a person, set `status` to suspended rather than delete.',
        outputSchema: usersOutputSchema,
      },
    },
    {
      name: 'users.delete',
      summary: 'Delete a user',
      description:
        'Deletes the record and the personal data in it; deleting an administrator needs every scope. For 30 days the path answers 410, then 404. The e-mail address is free at once; orders stay.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: usersInputSchema2,
      tool: {
        name: 'delete_user',
        description:
          'Deletes a user and the personal data of the record for good; orders stay. It cannot be taken back: call it only where the person you act for has named this user and asked for it.',
      },
    },
    {
      name: 'users.setPassword',
      summary: 'Set a password',
      description:
        "Sets the password a user signs in with, and ends the user's sessions and tokens. Needs the scope `write:users`; a user's own password needs no scope, but the current password. For another user the caller needs every scope that the user holds, because the password lets its giver sign in as that user.",
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          password: {
            type: 'string',
            format: 'password',
            minLength: 12,
            maxLength: 128,
            description:
              'The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail address, the name of the user or of the service, each with a few more characters.',
          },
          current_password: {
            description: 'The current password; required when users change their own.',
            type: 'string',
            maxLength: 1024,
            format: 'password',
          },
        },
        required: ['user_id', 'password'],
        additionalProperties: false,
      },
    },
    {
      name: 'orders.list',
      summary: 'List orders',
      description: 'Orders of one user, newest first unless sorted otherwise. A viewer sees its own.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'number', 'total_amount', 'id'],
          },
          order: orderSchema,
          status: { description: 'Only orders with this status.', type: 'string', enum: statusValues },
          fields: fieldsSchema,
        },
        required: ['user_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'list_orders',
        description:
          'Lists the orders of one user, newest first. It takes the id of the user: find_users tells it. Amounts are integers in minor units of `currency`: 1250 in EUR is 12.50 euros.',
        outputSchema: {
          type: 'object',
          properties: {
            data: { type: 'array', items: { $ref: '#/$defs/SelectedOrder' }, description: 'The records of this page.' },
            next_cursor: nextCursorSchema,
            has_more: hasMoreSchema,
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the collection, by cursor.',
          $defs: {
            SelectedOrder: {
              type: 'object',
              properties: selectedOrderProperties,
              required: ['id'],
              description: 'An order of a user. Without the members that `fields` leaves out.',
            },
            OrderItem: orderItemSchema,
          },
        },
      },
    },
    {
      name: 'orders.create',
      summary: 'Place an order',
      description: 'Places an order for a user. The service assigns number and total.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          currency: { type: 'string', minLength: 3, maxLength: 3, description: 'Currency of every amount (ISO 4217).' },
          items: {
            minItems: 1,
            maxItems: 100,
            type: 'array',
            items: { $ref: '#/$defs/OrderItem' },
            description: 'What is ordered.',
          },
        },
        required: ['user_id', 'currency', 'items'],
        additionalProperties: false,
        $defs: {
          OrderItem: {
            type: 'object',
            properties: {
              sku: { type: 'string', minLength: 1, maxLength: 64, description: 'Stock-keeping unit.' },
              name: { type: 'string', minLength: 1, maxLength: 200, description: 'What it is.' },
              quantity: { type: 'integer', minimum: 1, maximum: 10000, description: 'How many.' },
              unit_amount: {
                type: 'integer',
                minimum: 0,
                maximum: 99999999999,
                description: 'Price of one, in minor units.',
              },
            },
            required: ['sku', 'name', 'quantity', 'unit_amount'],
            additionalProperties: false,
            description: 'One position of an order.',
          },
        },
      },
      tool: {
        name: 'place_order',
        description:
          'Places an order for a user. Give `unit_amount` in minor units (12.50 euros is 1250); number and total are worked out here. The same call within two minutes places nothing again and is given the first answer.',
        outputSchema: ordersOutputSchema,
      },
    },
    {
      name: 'orders.get',
      summary: 'Get an order',
      description: 'One order of a user.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { user_id: userIdSchema, order_id: orderIdSchema },
        required: ['user_id', 'order_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_order',
        description: 'Reads one order. It takes the id of its user too: list_orders and events tell both.',
        outputSchema: ordersOutputSchema,
      },
    },
    {
      name: 'orders.update',
      summary: 'Move an order',
      description:
        'Moves an order to another status: pending → paid → shipped → delivered; pending or paid → cancelled; paid, shipped or delivered → refunded.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: userIdSchema,
          order_id: orderIdSchema,
          status: ordersStatusSchema,
          version: {
            description:
              'The `version` this change is based on. If the order has another one by now: 409 `version-conflict`.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
        },
        required: ['user_id', 'order_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'move_order',
        description:
          'Moves an order on: pending → paid → shipped → delivered; pending or paid → cancelled; paid, shipped or delivered → refunded. cancelled and refunded are final: ask first. On invalid-transition the order has moved meanwhile: read it again.',
        outputSchema: ordersOutputSchema,
      },
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
            description: 'The user the key acts as; a key in the role viewer needs one. Default: null, a machine.',
            anyOf: [
              { type: 'string', maxLength: 64, description: 'Opaque identifier of the user the key acts as.' },
              { type: 'null' },
            ],
          },
          scopes: {
            minItems: 1,
            maxItems: 10,
            type: 'array',
            items: scopesSchema,
            description: 'What the key may do; never more than its role may.',
          },
          role: {
            default: 'viewer',
            description: 'Role the key acts in. Default: viewer.',
            type: 'string',
            enum: ['admin', 'viewer'],
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
      summary: 'Export users',
      description:
        'Starts an export of the user records that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. The export of a caller who sees only its own records contains no others.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { format: formatSchema, filter: { default: {}, $ref: '#/$defs/ExportFilter' } },
        required: ['format'],
        additionalProperties: false,
        $defs: {
          ExportFilter: {
            type: 'object',
            properties: { role: roleSchema, status: statusSchema, search: searchSchema },
            additionalProperties: false,
            description: 'Which users to export; all without it.',
          },
        },
      },
      tool: {
        name: 'start_export',
        description:
          'Starts to write the user records that pass `filter` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until `status` is `succeeded`; then `file.href` is where to download it for a day, with an API key. Without one, give the address to the person you act for.',
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
            role: { type: 'string', enum: ['admin', 'viewer', 'service'], description: 'Role it acts in.' },
            scopes: { type: 'array', items: scopesSchema, description: 'What it may do.' },
            user: {
              anyOf: [{ $ref: '#/$defs/User' }, { type: 'null' }],
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
            User: usersOutputSchema,
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
            maxItems: 14,
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
            maxItems: 14,
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
  scopes: ['read:users', 'read:orders', 'read:events'],
  remedies: {
    'email-taken': 'Use another address, or change the record that holds it.',
    'last-admin': 'Make another user an active administrator first.',
    'invalid-transition': 'Read the order: `detail` names the statuses it can move to.',
  },
}
