// Written from the contract by `npm run generate:sdk`.

import type { MockedAgents } from '../agents/mocked-agents.ts'

/** What agents are told of the service. */
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
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'email', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          role: { description: 'Only users with this role.', type: 'string', enum: ['admin', 'viewer'] },
          status: {
            description: 'Only users with this status.',
            type: 'string',
            enum: ['active', 'suspended', 'invited'],
          },
          search: {
            description:
              'Words that must all occur in name or e-mail, as literal text; case and accents make no difference.',
            type: 'string',
            minLength: 2,
            maxLength: 100,
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
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
            next_cursor: {
              description: 'Value for `cursor` to read on; null on the last page.',
              type: ['string', 'null'],
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of a walk through the collection.',
          $defs: {
            SelectedUser: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the user.' },
                name: { type: 'string', description: 'Name of the person, trimmed.' },
                email: {
                  type: 'string',
                  description:
                    'E-mail address, unique among user records whatever its case or notation; kept as typed.',
                },
                role: {
                  type: 'string',
                  enum: ['admin', 'viewer'],
                  description: 'What the user may do. More roles may be added.',
                },
                status: {
                  type: 'string',
                  enum: ['active', 'suspended', 'invited'],
                  description: 'Whether the user may sign in.',
                },
                version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
                created_at: { type: 'string', description: 'When the record was created.' },
                updated_at: { type: 'string', description: 'When the record last changed.' },
              },
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
      description: 'Creates one user record. The role admin is given only by who holds every scope.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person, trimmed.' },
          email: {
            type: 'string',
            maxLength: 254,
            format: 'email',
            description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
          },
          role: {
            type: 'string',
            enum: ['admin', 'viewer'],
            description: 'What the user may do. More roles may be added.',
          },
          status: {
            default: 'active',
            description: 'Whether the user may sign in. Default: active.',
            type: 'string',
            enum: ['active', 'suspended', 'invited'],
          },
        },
        required: ['name', 'email', 'role'],
        additionalProperties: false,
      },
      tool: {
        name: 'create_user',
        description:
          'Creates one user. The role viewer sees its own record only; give admin only where the person you act for asks for it. An e-mail address is used once: on email-taken, find that user in place of trying another address.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the user.' },
            name: { type: 'string', description: 'Name of the person, trimmed.' },
            email: {
              type: 'string',
              description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
            },
            role: {
              type: 'string',
              enum: ['admin', 'viewer'],
              description: 'What the user may do. More roles may be added.',
            },
            status: {
              type: 'string',
              enum: ['active', 'suspended', 'invited'],
              description: 'Whether the user may sign in.',
            },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was created.' },
            updated_at: { type: 'string', description: 'When the record last changed.' },
          },
          required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
          description: 'A user record.',
        },
      },
    },
    {
      name: 'users.createMany',
      summary: 'Create many users',
      description: 'Creates up to 1,000 user records, all or none. The answer has them in the order they were sent.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          users: {
            minItems: 1,
            maxItems: 1000,
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person, trimmed.' },
                email: {
                  type: 'string',
                  maxLength: 254,
                  format: 'email',
                  description:
                    'E-mail address, unique among user records whatever its case or notation; kept as typed.',
                },
                role: {
                  type: 'string',
                  enum: ['admin', 'viewer'],
                  description: 'What the user may do. More roles may be added.',
                },
                status: {
                  default: 'active',
                  description: 'Whether the user may sign in. Default: active.',
                  type: 'string',
                  enum: ['active', 'suspended', 'invited'],
                },
              },
              required: ['name', 'email', 'role'],
              additionalProperties: false,
            },
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
      inputSchema: {
        type: 'object',
        properties: { user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' } },
        required: ['user_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_user',
        description:
          'Reads one user by id. Read it before you change it: its `version` says which state you have seen.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the user.' },
            name: { type: 'string', description: 'Name of the person, trimmed.' },
            email: {
              type: 'string',
              description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
            },
            role: {
              type: 'string',
              enum: ['admin', 'viewer'],
              description: 'What the user may do. More roles may be added.',
            },
            status: {
              type: 'string',
              enum: ['active', 'suspended', 'invited'],
              description: 'Whether the user may sign in.',
            },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was created.' },
            updated_at: { type: 'string', description: 'When the record last changed.' },
          },
          required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
          description: 'A user record.',
        },
      },
    },
    {
      name: 'users.replace',
      summary: 'Replace a user',
      description:
        'Sets every member of the record. An omitted `status` is kept; members that the service assigns are accepted when they equal what is stored. An administrator, as it is or as it would be, takes every scope.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person, trimmed.' },
          email: {
            type: 'string',
            maxLength: 254,
            format: 'email',
            description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
          },
          role: {
            type: 'string',
            enum: ['admin', 'viewer'],
            description: 'What the user may do. More roles may be added.',
          },
          status: {
            type: 'string',
            enum: ['active', 'suspended', 'invited'],
            description: 'Whether the user may sign in.',
          },
          version: {
            description:
              'The `version` this change is based on. If the record has another one by now: 409 `version-conflict`.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
          id: {
            description: 'Accepted when it equals the stored value; assigned by the service.',
            type: 'string',
            maxLength: 64,
          },
          created_at: {
            description: 'Accepted when it equals the stored value; assigned by the service.',
            type: 'string',
            format: 'date-time',
            maxLength: 24,
          },
          updated_at: {
            description: 'Accepted when it equals the stored value; assigned by the service.',
            type: 'string',
            format: 'date-time',
            maxLength: 24,
          },
        },
        required: ['user_id', 'name', 'email', 'role'],
        additionalProperties: false,
      },
    },
    {
      name: 'users.update',
      summary: 'Change a user',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396). Without a difference nothing changes, the version included. An administrator, as it is or as it would be, takes every scope; a promotion ends a password that somebody gave who does not hold them.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person, trimmed.' },
          email: {
            type: 'string',
            maxLength: 254,
            format: 'email',
            description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
          },
          role: {
            type: 'string',
            enum: ['admin', 'viewer'],
            description: 'What the user may do. More roles may be added.',
          },
          status: {
            type: 'string',
            enum: ['active', 'suspended', 'invited'],
            description: 'Whether the user may sign in.',
          },
          version: {
            description:
              'The `version` this change is based on. If the record has another one by now: 409 `version-conflict`.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
        },
        required: ['user_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'update_user',
        description:
          'Changes the members of a user that you send, and leaves the others. Send the `version` that you read, so that a change somebody made meanwhile is not lost; on version-conflict read again and decide anew. To bar a person, set `status` to suspended rather than delete.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the user.' },
            name: { type: 'string', description: 'Name of the person, trimmed.' },
            email: {
              type: 'string',
              description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
            },
            role: {
              type: 'string',
              enum: ['admin', 'viewer'],
              description: 'What the user may do. More roles may be added.',
            },
            status: {
              type: 'string',
              enum: ['active', 'suspended', 'invited'],
              description: 'Whether the user may sign in.',
            },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was created.' },
            updated_at: { type: 'string', description: 'When the record last changed.' },
          },
          required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
          description: 'A user record.',
        },
      },
    },
    {
      name: 'users.delete',
      summary: 'Delete a user',
      description:
        "Deletes the record and the personal data in it; an administrator's takes every scope. For 30 days the path answers 410, then 404. The e-mail address is free at once; orders stay.",
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' } },
        required: ['user_id'],
        additionalProperties: false,
      },
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
        "Sets the password a user signs in with, and ends the user's sessions and tokens. Needs the scope `write:users`; one's own password needs no scope, but the current one. Another's takes every scope that its user holds as well: who knows the password can sign in with it.",
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          password: {
            type: 'string',
            format: 'password',
            minLength: 12,
            maxLength: 128,
            description:
              'The new password. Refused are common ones, one character or word repeated, and what is the e-mail address, the name or the name of the service with a few characters more.',
          },
          current_password: {
            description: "The present password; required for one's own.",
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
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'number', 'total_amount', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          status: {
            description: 'Only orders with this status.',
            type: 'string',
            enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
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
            next_cursor: {
              description: 'Value for `cursor` to read on; null on the last page.',
              type: ['string', 'null'],
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of a walk through the collection.',
          $defs: {
            SelectedOrder: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the order.' },
                user_id: { type: 'string', description: 'Opaque identifier of the user who ordered.' },
                number: { type: 'string', description: 'Unique number for people.' },
                status: {
                  type: 'string',
                  enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
                  description: 'Where the order stands.',
                },
                currency: { type: 'string', description: 'Currency of every amount (ISO 4217).' },
                total_amount: { type: 'integer', description: 'Sum of the items, in minor units.' },
                items: { type: 'array', items: { $ref: '#/$defs/OrderItem' }, description: 'What was ordered.' },
                version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
                created_at: { type: 'string', description: 'When the order was placed.' },
                updated_at: { type: 'string', description: 'When the order last changed.' },
              },
              required: ['id'],
              description: 'An order of a user. Without the members that `fields` leaves out.',
            },
            OrderItem: {
              type: 'object',
              properties: {
                sku: { type: 'string', description: 'Stock-keeping unit.' },
                name: { type: 'string', description: 'What it is.' },
                quantity: { type: 'integer', description: 'How many.' },
                unit_amount: { type: 'integer', description: 'Price of one, in minor units.' },
              },
              required: ['sku', 'name', 'quantity', 'unit_amount'],
              description: 'One position of an order.',
            },
          },
        },
      },
    },
    {
      name: 'orders.create',
      summary: 'Place an order',
      description: 'Places an order for a user. Number and total are worked out by the service.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
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
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the order.' },
            user_id: { type: 'string', description: 'Opaque identifier of the user who ordered.' },
            number: { type: 'string', description: 'Unique number for people.' },
            status: {
              type: 'string',
              enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
              description: 'Where the order stands.',
            },
            currency: { type: 'string', description: 'Currency of every amount (ISO 4217).' },
            total_amount: { type: 'integer', description: 'Sum of the items, in minor units.' },
            items: { type: 'array', items: { $ref: '#/$defs/OrderItem' }, description: 'What was ordered.' },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the order was placed.' },
            updated_at: { type: 'string', description: 'When the order last changed.' },
          },
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
          $defs: {
            OrderItem: {
              type: 'object',
              properties: {
                sku: { type: 'string', description: 'Stock-keeping unit.' },
                name: { type: 'string', description: 'What it is.' },
                quantity: { type: 'integer', description: 'How many.' },
                unit_amount: { type: 'integer', description: 'Price of one, in minor units.' },
              },
              required: ['sku', 'name', 'quantity', 'unit_amount'],
              description: 'One position of an order.',
            },
          },
        },
      },
    },
    {
      name: 'orders.get',
      summary: 'Get an order',
      description: 'One order of a user.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          order_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the order.' },
        },
        required: ['user_id', 'order_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_order',
        description: 'Reads one order. It takes the id of its user too: list_orders and events tell both.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the order.' },
            user_id: { type: 'string', description: 'Opaque identifier of the user who ordered.' },
            number: { type: 'string', description: 'Unique number for people.' },
            status: {
              type: 'string',
              enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
              description: 'Where the order stands.',
            },
            currency: { type: 'string', description: 'Currency of every amount (ISO 4217).' },
            total_amount: { type: 'integer', description: 'Sum of the items, in minor units.' },
            items: { type: 'array', items: { $ref: '#/$defs/OrderItem' }, description: 'What was ordered.' },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the order was placed.' },
            updated_at: { type: 'string', description: 'When the order last changed.' },
          },
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
          $defs: {
            OrderItem: {
              type: 'object',
              properties: {
                sku: { type: 'string', description: 'Stock-keeping unit.' },
                name: { type: 'string', description: 'What it is.' },
                quantity: { type: 'integer', description: 'How many.' },
                unit_amount: { type: 'integer', description: 'Price of one, in minor units.' },
              },
              required: ['sku', 'name', 'quantity', 'unit_amount'],
              description: 'One position of an order.',
            },
          },
        },
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
          user_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the user.' },
          order_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the order.' },
          status: {
            type: 'string',
            enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
            description: 'Where the order stands.',
          },
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
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the order.' },
            user_id: { type: 'string', description: 'Opaque identifier of the user who ordered.' },
            number: { type: 'string', description: 'Unique number for people.' },
            status: {
              type: 'string',
              enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
              description: 'Where the order stands.',
            },
            currency: { type: 'string', description: 'Currency of every amount (ISO 4217).' },
            total_amount: { type: 'integer', description: 'Sum of the items, in minor units.' },
            items: { type: 'array', items: { $ref: '#/$defs/OrderItem' }, description: 'What was ordered.' },
            version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
            created_at: { type: 'string', description: 'When the order was placed.' },
            updated_at: { type: 'string', description: 'When the order last changed.' },
          },
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
          $defs: {
            OrderItem: {
              type: 'object',
              properties: {
                sku: { type: 'string', description: 'Stock-keeping unit.' },
                name: { type: 'string', description: 'What it is.' },
                quantity: { type: 'integer', description: 'How many.' },
                unit_amount: { type: 'integer', description: 'Price of one, in minor units.' },
              },
              required: ['sku', 'name', 'quantity', 'unit_amount'],
              description: 'One position of an order.',
            },
          },
        },
      },
    },
    {
      name: 'apiKeys.list',
      summary: 'List API keys',
      description: 'Keys that are not revoked, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.create',
      summary: 'Create an API key',
      description:
        'Creates a key and answers its secret, which is shown this once. A key grants only what its creator holds, lives no longer than a key that makes it, and acts as another user only for who holds what that user does.',
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
              ],
            },
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
    {
      name: 'apiKeys.get',
      summary: 'Get an API key',
      description: 'One key, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.revoke',
      summary: 'Revoke an API key',
      description: 'Ends the key and every secret of it at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.rotate',
      summary: 'Rotate an API key',
      description:
        'Gives the key a new secret, shown this once. The old secret works for 24 hours more, and ends with the next rotation.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.list',
      summary: 'List OAuth clients',
      description: 'Clients that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'client_id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `client_id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.create',
      summary: 'Register an OAuth client',
      description:
        'Registers a client and answers its secret, which is shown this once. A caller registers and changes only clients whose scopes it holds itself.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: {
            type: 'string',
            minLength: 1,
            maxLength: 200,
            description: 'Name that people see when they consent.',
          },
          type: {
            type: 'string',
            enum: ['confidential', 'public'],
            description:
              'Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a browser.',
          },
          grant_types: {
            minItems: 1,
            maxItems: 4,
            type: 'array',
            items: {
              type: 'string',
              enum: [
                'authorization_code',
                'refresh_token',
                'client_credentials',
                'urn:ietf:params:oauth:grant-type:device_code',
              ],
            },
            uniqueItems: true,
            description:
              'How the client gets tokens. `refresh_token` stands beside `authorization_code` or the device code only.',
          },
          redirect_uris: {
            default: [],
            description: 'Where people may be sent back to; `authorization_code` needs one. Default: none.',
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
          },
          scopes: {
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
            description:
              'The most that tokens of the client may allow: scopes of the API, and those of OpenID Connect.',
          },
          token_endpoint_auth_method: {
            description:
              'How the client proves itself. Default: `client_secret_basic`, and `none` for a public client.',
            type: 'string',
            enum: [
              'client_secret_basic',
              'client_secret_post',
              'none',
              'tls_client_auth',
              'self_signed_tls_client_auth',
            ],
          },
          tls_client_auth_subject_dn: {
            default: null,
            anyOf: [{ type: 'string', minLength: 1, maxLength: 1000 }, { type: 'null' }],
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            default: null,
            anyOf: [
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
            ],
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['name', 'type', 'grant_types', 'scopes'],
        additionalProperties: false,
        $defs: {
          JsonWebKey: {
            type: 'object',
            properties: {
              kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
              x5c: {
                minItems: 1,
                maxItems: 5,
                type: 'array',
                items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
                description: 'The certificate of this key, first, and those above it.',
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
        },
      },
    },
    {
      name: 'oauthClients.get',
      summary: 'Get an OAuth client',
      description: 'One client, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.update',
      summary: 'Change an OAuth client',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. One that begins to use a secret gets it from `rotate-secret`. New scopes end a secret that was shown to somebody who does not hold them.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' },
          name: {
            type: 'string',
            minLength: 1,
            maxLength: 200,
            description: 'Name that people see when they consent.',
          },
          grant_types: {
            minItems: 1,
            maxItems: 4,
            type: 'array',
            items: {
              type: 'string',
              enum: [
                'authorization_code',
                'refresh_token',
                'client_credentials',
                'urn:ietf:params:oauth:grant-type:device_code',
              ],
            },
            uniqueItems: true,
            description:
              'How the client gets tokens. `refresh_token` stands beside `authorization_code` or the device code only.',
          },
          redirect_uris: {
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
            description: 'Where the authorization server may send people back to, compared character by character.',
          },
          scopes: {
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
            description:
              'The most that tokens of the client may allow: scopes of the API, and those of OpenID Connect.',
          },
          token_endpoint_auth_method: {
            type: 'string',
            enum: [
              'client_secret_basic',
              'client_secret_post',
              'none',
              'tls_client_auth',
              'self_signed_tls_client_auth',
            ],
            description:
              'How the client proves itself at the token endpoint; no other way is taken. A public client has `none`.',
          },
          tls_client_auth_subject_dn: {
            anyOf: [{ type: 'string', minLength: 1, maxLength: 1000 }, { type: 'null' }],
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            anyOf: [
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
            ],
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['client_id'],
        additionalProperties: false,
        $defs: {
          JsonWebKey: {
            type: 'object',
            properties: {
              kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
              x5c: {
                minItems: 1,
                maxItems: 5,
                type: 'array',
                items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
                description: 'The certificate of this key, first, and those above it.',
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
        },
      },
    },
    {
      name: 'oauthClients.delete',
      summary: 'Delete an OAuth client',
      description: 'Ends the client and every token it was given. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.rotateSecret',
      summary: "Rotate a client's secret",
      description: 'Gives the client a new secret, shown this once. The old one ends at once.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'exports.create',
      summary: 'Export users',
      description:
        'Starts an export of the user records that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. An export by who sees its own records only holds no others.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          format: {
            type: 'string',
            enum: ['ndjson', 'csv'],
            description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
          },
          filter: { default: {}, $ref: '#/$defs/ExportFilter' },
        },
        required: ['format'],
        additionalProperties: false,
        $defs: {
          ExportFilter: {
            type: 'object',
            properties: {
              role: { description: 'Only users with this role.', type: 'string', enum: ['admin', 'viewer'] },
              status: {
                description: 'Only users with this status.',
                type: 'string',
                enum: ['active', 'suspended', 'invited'],
              },
              search: {
                description:
                  'Words that must all occur in name or e-mail, as literal text; case and accents make no difference.',
                type: 'string',
                minLength: 2,
                maxLength: 100,
              },
            },
            additionalProperties: false,
            description: 'Which users to export; all without it.',
          },
        },
      },
      tool: {
        name: 'start_export',
        description:
          'Starts to write the user records that pass `filter` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until `status` is `succeeded`; then `file.href` is where to download it, with a credential for REST, for a day.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the export.' },
            format: {
              type: 'string',
              enum: ['ndjson', 'csv'],
              description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
            },
            filter: { $ref: '#/$defs/ExportFilter' },
            status: {
              type: 'string',
              enum: ['pending', 'running', 'succeeded', 'failed'],
              description: 'Where the export stands.',
            },
            progress: { $ref: '#/$defs/ExportProgress' },
            file: {
              anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
              description: 'What to download; null until the export has succeeded.',
            },
            created_at: { type: 'string', description: 'When the export was asked for.' },
            expires_at: { type: 'string', description: 'When the export and its file are deleted: 24 hours later.' },
          },
          required: ['id', 'format', 'filter', 'status', 'progress', 'file', 'created_at', 'expires_at'],
          description: 'An export of user records into a file.',
          $defs: {
            ExportFilter: {
              type: 'object',
              properties: {
                role: { description: 'Only users with this role.', type: 'string', enum: ['admin', 'viewer'] },
                status: {
                  description: 'Only users with this status.',
                  type: 'string',
                  enum: ['active', 'suspended', 'invited'],
                },
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
                sha256: {
                  type: 'string',
                  description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
                },
                content_type: { type: 'string', description: 'Media type.' },
                href: { type: 'string', description: 'Address to download it from, with a credential.' },
              },
              required: ['size', 'sha256', 'content_type', 'href'],
              description: 'The file that an export made.',
            },
          },
        },
      },
    },
    {
      name: 'exports.get',
      summary: 'Get an export',
      description:
        'How far an export is, and where its file is once it is made. Who started it can read it, and so can administrators.',
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
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the export.' },
            format: {
              type: 'string',
              enum: ['ndjson', 'csv'],
              description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
            },
            filter: { $ref: '#/$defs/ExportFilter' },
            status: {
              type: 'string',
              enum: ['pending', 'running', 'succeeded', 'failed'],
              description: 'Where the export stands.',
            },
            progress: { $ref: '#/$defs/ExportProgress' },
            file: {
              anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
              description: 'What to download; null until the export has succeeded.',
            },
            created_at: { type: 'string', description: 'When the export was asked for.' },
            expires_at: { type: 'string', description: 'When the export and its file are deleted: 24 hours later.' },
          },
          required: ['id', 'format', 'filter', 'status', 'progress', 'file', 'created_at', 'expires_at'],
          description: 'An export of user records into a file.',
          $defs: {
            ExportFilter: {
              type: 'object',
              properties: {
                role: { description: 'Only users with this role.', type: 'string', enum: ['admin', 'viewer'] },
                status: {
                  description: 'Only users with this status.',
                  type: 'string',
                  enum: ['active', 'suspended', 'invited'],
                },
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
                sha256: {
                  type: 'string',
                  description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
                },
                content_type: { type: 'string', description: 'Media type.' },
                href: { type: 'string', description: 'Address to download it from, with a credential.' },
              },
              required: ['size', 'sha256', 'content_type', 'href'],
              description: 'The file that an export made.',
            },
          },
        },
      },
    },
    {
      name: 'sessions.list',
      summary: 'List sessions',
      description:
        "Sessions and grants of the caller's user that have not ended, newest first unless sorted otherwise.",
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'sessions.end',
      summary: 'End a session',
      description:
        'Ends a session or grant at once: the cookie of a browser with its tickets and open connections; a sign-in, but not what apps were granted by it; a grant with every refresh and access token of it. A credential ends itself, and what may do no more than it may itself. For 30 days the path answers 410, then 404; 404 also for one that ended in another way.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { session_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the session.' } },
        required: ['session_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'realtime.ticket',
      summary: 'Get a ticket',
      description:
        'A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, where a browser can send no header. It works once, within 30 seconds, and the connection ends with the credential that made this call.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      name: 'me.get',
      summary: 'Get the caller',
      description:
        'The credential that makes this call: what it may do and the user it acts as. Every credential can ask.',
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
            scopes: {
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
                ],
              },
              description: 'What it may do.',
            },
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
                    'Opaque identifier of the key, client or user; of a user of an external provider what that calls it.',
                },
                name: { type: 'string', description: 'Its name.' },
              },
              required: ['type', 'id', 'name'],
              description: 'Whom a credential stands for.',
            },
            User: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the user.' },
                name: { type: 'string', description: 'Name of the person, trimmed.' },
                email: {
                  type: 'string',
                  description:
                    'E-mail address, unique among user records whatever its case or notation; kept as typed.',
                },
                role: {
                  type: 'string',
                  enum: ['admin', 'viewer'],
                  description: 'What the user may do. More roles may be added.',
                },
                status: {
                  type: 'string',
                  enum: ['active', 'suspended', 'invited'],
                  description: 'Whether the user may sign in.',
                },
                version: { type: 'integer', description: 'Number of this state of the record; every change adds 1.' },
                created_at: { type: 'string', description: 'When the record was created.' },
                updated_at: { type: 'string', description: 'When the record last changed.' },
              },
              required: ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'],
              description: 'A user record.',
            },
          },
        },
      },
    },
    {
      name: 'webhookEndpoints.list',
      summary: 'List webhook endpoints',
      description: 'Endpoints that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.create',
      summary: 'Create a webhook endpoint',
      description:
        'Creates an endpoint and answers its secret, which is shown this once. It gets the events that are committed from now on. The address must be https and must not lead into a private network.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            maxLength: 2048,
            format: 'uri',
            description: 'Where deliveries are sent: https, and an address that everybody can reach.',
          },
          events: {
            default: ['*'],
            description: 'Names of the events to deliver; `*` for all. Default: all.',
            minItems: 1,
            maxItems: 14,
            type: 'array',
            items: {
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
            },
          },
          description: {
            default: null,
            description: 'What the endpoint is for. Default: null.',
            anyOf: [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }],
          },
        },
        required: ['url'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.get',
      summary: 'Get a webhook endpoint',
      description: 'One endpoint, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.update',
      summary: 'Change a webhook endpoint',
      description:
        'Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears `disabled_reason`. What it missed meanwhile comes with `recover`.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          url: {
            format: 'uri',
            description: 'Where deliveries are sent: https, and an address that everybody can reach.',
            type: 'string',
            maxLength: 2048,
          },
          events: {
            description: 'Names of the events to deliver; `*` for all.',
            minItems: 1,
            maxItems: 14,
            type: 'array',
            items: {
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
            },
          },
          description: {
            description: 'What the endpoint is for; null for nothing.',
            anyOf: [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }],
          },
          status: {
            description: 'Whether deliveries are made. A disabled endpoint gets none, and its pending ones wait.',
            type: 'string',
            enum: ['enabled', 'disabled'],
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.delete',
      summary: 'Delete a webhook endpoint',
      description: 'Ends the endpoint and its deliveries at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.test',
      summary: 'Test a webhook endpoint',
      description:
        'Sends the event `webhook.test` to this endpoint alone, whatever its `events`, and answers the delivery. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.rotateSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Gives the endpoint a new secret, shown this once. For 24 hours deliveries carry two signatures, by the new secret and by the one before.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.deliveries',
      summary: 'List deliveries',
      description: 'Deliveries to this endpoint, newest first unless sorted otherwise, kept as long as their events.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          status: {
            description: 'Only deliveries with this status.',
            type: 'string',
            enum: ['pending', 'succeeded', 'failed'],
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.redeliver',
      summary: 'Repeat a delivery',
      description:
        'Queues a delivery again, also one that has succeeded, and answers it. Its attempts begin anew. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          delivery_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the delivery.' },
        },
        required: ['endpoint_id', 'delivery_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.recover',
      summary: 'Recover missed deliveries',
      description:
        'Queues what failed since a moment, and the events since then that this endpoint asks for and was not sent because it was disabled. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          since: {
            type: 'string',
            maxLength: 64,
            format: 'date-time',
            description: 'From when on; events are kept for 30 days.',
          },
        },
        required: ['endpoint_id', 'since'],
        additionalProperties: false,
      },
    },
    {
      name: 'events.list',
      summary: 'List events',
      description:
        'The log from the oldest event that is kept, or after a cursor. To follow it, ask again after the `cursor` of the last event you have. Who sees its own records only is given the events about them.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          after: {
            description: 'Cursor of the last event that is known already; empty to start with the oldest.',
            type: 'string',
            maxLength: 32,
          },
          type: { description: 'Only events of these names, separated by commas.', type: 'string', maxLength: 1000 },
          types: {
            description: 'The same as `type`, as the streams call it. Not together with it.',
            type: 'string',
            maxLength: 1000,
          },
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
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
              anyOf: [
                {
                  type: 'string',
                  description:
                    'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to go on from here.',
                },
                { type: 'null' },
              ],
              description: 'Value for `after` to read on; null on the last page.',
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
                cursor: {
                  type: 'string',
                  description:
                    'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to go on from here.',
                },
                created_at: { type: 'string', description: 'When it happened.' },
                api_version: { type: 'string', description: 'Version of the API that `data` is a record of.' },
                actor: {
                  anyOf: [{ $ref: '#/$defs/Actor' }, { type: 'null' }],
                  description:
                    'Who did it; null for nobody, and where it was not noted yet. `exports` of the `system` end exports.',
                },
                data: {
                  type: 'object',
                  properties: { id: { type: 'string', description: 'Identifier of the record.' } },
                  required: ['id'],
                  description: 'The record after the change; of a deletion its `id` alone.',
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
                    'What it is: a `user`, by a session or by an access token; an `api_key`, also one that acts as a user; an OAuth `client` on its own behalf, or as an agent for a user; the service itself, `system`.',
                },
                id: {
                  type: 'string',
                  description: 'Its identifier. Of `system` the part of the service, such as `exports`.',
                },
              },
              required: ['type', 'id'],
              description: 'Who does or did something.',
            },
          },
        },
      },
    },
  ],
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
  scopes: ['read:users', 'read:orders', 'read:events'],
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
    'not-found': 'Check the path and the identifier. Paths are listed in the API reference.',
    'method-not-allowed': 'Use one of the methods in the `Allow` header.',
    'not-acceptable': 'Accept `application/json`.',
    'request-timeout': 'Send headers and body without pausing, over a new connection.',
    'version-conflict': 'Read the record again, apply the change to what it is now, and send its current `version`.',
    'idempotency-in-progress':
      'Repeat the request after the seconds in `Retry-After`; it then gets the answer of the first one.',
    'export-not-ready': 'Read the export until its `status` is `succeeded`. Make another one if it `failed`.',
    'limit-reached': 'Delete or revoke what is not needed any more, or wait until something ends: `detail` says which.',
    conflict: 'Read `detail`, look at the present state, and change the request.',
    'email-taken': 'Use another address, or change the record that holds it.',
    'last-admin': 'Make another user an active administrator first.',
    'invalid-transition': 'Read the order: `detail` names the statuses it can move to.',
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
    'not-implemented': 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
    unavailable: 'Try again after the seconds in `Retry-After`. Reads and idempotent writes can be repeated safely.',
    overloaded: 'Try again after the seconds in `Retry-After`.',
  },
}
