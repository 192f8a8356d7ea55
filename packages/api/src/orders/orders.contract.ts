import { userPrefix } from '../users/users.contract.ts'
import { invalidTransition } from './orders.errors.ts'
import { z } from 'zod'
import {
  CURRENCIES,
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

/** Prefix of the identifiers of orders. */
export const orderPrefix = 'ord'

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

const status = z.enum(ORDER_STATUSES).meta({ description: 'Where the order stands.', examples: ['pending'] })
const version = z.int().min(1)
const amount = z.int().min(0)

const currency = z
  .string()
  .refine((code) => CURRENCIES.has(code), {
    error: 'must be a currency code of ISO 4217, such as EUR',
    params: { code: 'invalid-value' },
  })
  .meta({
    minLength: 3,
    maxLength: 3,
    pattern: '^[A-Z]{3}$',
    description: 'Currency of every amount (ISO 4217).',
    examples: ['EUR'],
  })

const item = z
  .strictObject({
    sku: lineOfText(1, 64).meta({ description: 'Stock-keeping unit.', examples: ['TEA-250'] }),
    name: lineOfText(1, 200).meta({ description: 'What it is.', examples: ['Green tea, 250 g'] }),
    quantity: z
      .int()
      .min(1)
      .max(10_000)
      .meta({ description: 'How many.', examples: [2] }),
    unit_amount: amount.max(99_999_999_999).meta({ description: 'Price of one, in minor units.', examples: [1_250] }),
  })
  .meta({ id: 'OrderItem', description: 'One position of an order.' })

const items = z.array(item).min(1).max(100)

const exampleOrder = {
  id: exampleId(orderPrefix),
  user_id: exampleId(userPrefix),
  number: 'ORD-7W5M-8XB3-D501',
  status: 'pending',
  currency: 'EUR',
  total_amount: 2_500,
  items: [{ sku: 'TEA-250', name: 'Green tea, 250 g', quantity: 2, unit_amount: 1_250 }],
  version: 1,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
} as const

const example = { ...exampleOrder, items: [...exampleOrder.items] }

export const order = z
  .object({
    id: idSchema(orderPrefix, 'the order'),
    user_id: idSchema(userPrefix, 'the user who ordered'),
    number: z
      .string()
      .max(64)
      .meta({ pattern: '^[0-9A-Z-]+$', description: 'Unique number for people.', examples: [exampleOrder.number] }),
    status,
    currency,
    total_amount: amount.meta({ description: 'Sum of the items, in minor units.', examples: [2_500] }),
    items: items.meta({ description: 'What was ordered.', examples: [example.items] }),
    version: version.meta({ description: 'Number of this state of the record; every change adds 1.', examples: [1] }),
    created_at: timestamp.meta({ description: 'When the order was placed.' }),
    updated_at: timestamp.meta({ description: 'When the order last changed.' }),
  })
  .meta({ id: 'Order', description: 'An order of a user.', examples: [example] })

export type OrderRecord = z.output<typeof order>
export type OrderStatus = OrderRecord['status']

const userPath = { user_id: idSchema(userPrefix, 'the user') }
const orderPath = { ...userPath, order_id: idSchema(orderPrefix, 'the order') }

export const orders = resource({
  name: 'orders',
  title: 'Orders',
  description: 'What users ordered, and where each order stands.',
  readScope: 'read:orders',
  owner: 'user_id',
  channel: 'orders',
  events: {
    'order.created': { description: 'An order was placed.', data: order },
    'order.updated': { description: 'An order moved to another status.', data: order },
    'order.cancelled': { description: 'An order was cancelled.', data: order },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/v1/users/{user_id}/orders',
      summary: 'List orders',
      description: 'Orders of one user, newest first unless sorted otherwise. A viewer sees its own.',
      scope: 'read:orders',
      params: userPath,
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'number', 'total_amount', 'id']),
        status: status.optional().meta({ description: 'Only orders with this status.', examples: ['pending'] }),
        fields: fieldsParameter(order),
      },
      output: listOf(order, 'Order'),
      errors: ['gone'],
      agent: {
        name: 'list_orders',
        description:
          'Lists the orders of one user, newest first. It takes the id of the user: find_users tells it. Amounts are integers in minor units of `currency`: 1250 in EUR is 12.50 euros.',
      },
    }),
    create: operation({
      method: 'POST',
      path: '/v1/users/{user_id}/orders',
      summary: 'Place an order',
      description: 'Places an order for a user. The service assigns number and total.',
      scope: 'write:orders',
      params: userPath,
      body: { currency, items: items.meta({ description: 'What is ordered.', examples: [example.items] }) },
      example: { currency: 'EUR', items: example.items },
      output: order,
      status: 201,
      location: '/v1/users/{user_id}/orders/{id}',
      errors: ['gone'],
      agent: {
        name: 'place_order',
        description:
          'Places an order for a user. Give `unit_amount` in minor units (12.50 euros is 1250); number and total are worked out here. The same call within two minutes places nothing again and is given the first answer.',
      },
    }),
    get: operation({
      method: 'GET',
      path: '/v1/users/{user_id}/orders/{order_id}',
      summary: 'Get an order',
      description: 'One order of a user.',
      scope: 'read:orders',
      params: orderPath,
      output: order,
      errors: ['gone'],
      agent: {
        name: 'get_order',
        description: 'Reads one order. It takes the id of its user too: list_orders and events tell both.',
      },
    }),
    update: operation({
      method: 'PATCH',
      path: '/v1/users/{user_id}/orders/{order_id}',
      summary: 'Move an order',
      description:
        'Moves an order to another status: pending → paid → shipped → delivered; pending or paid → cancelled; paid, shipped or delivered → refunded.',
      scope: 'write:orders',
      params: orderPath,
      body: {
        status: status.optional(),
        version: version.optional().meta({
          description:
            'The `version` this change is based on. If the order has another one by now: 409 `version-conflict`.',
          examples: [1],
        }),
      },
      example: { status: 'paid' },
      output: order,
      errors: ['gone', 'version-conflict', invalidTransition],
      agent: {
        name: 'move_order',
        description:
          'Moves an order on: pending → paid → shipped → delivered; pending or paid → cancelled; paid, shipped or delivered → refunded. cancelled and refunded are final: ask first. On invalid-transition the order has moved meanwhile: read it again.',
        destructive: true,
        idempotent: false,
      },
    }),
  },
})
