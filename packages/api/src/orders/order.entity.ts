import { invalidTransition } from './orders.errors.ts'
import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Problem } from '../contract/problem.ts'
import type { OrderRecord, OrderStatus } from './orders.contract.ts'

export const OrderEntity = defineEntity({
  name: 'Order',
  tableName: 'orders',
  properties: {
    id: p.text().primary().collation('C'),
    user_id: p.text().collation('C'),
    number: p.text().collation('C').unique('orders_number_unique'),
    status: p.text().$type<OrderStatus>(),
    currency: p.text(),
    total_amount: p.bigint('number'),
    items: p.json<OrderRecord['items']>(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
  },
  indexes: [{ name: 'orders_by_user', properties: ['user_id', 'created_at', 'id'] }],
})

/** Where an order may go from each status. */
const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
}

/** An order with the rules of its changes. */
export class Order extends OrderEntity.class {
  /** Moves to another status. Throws `invalid-transition` for any move but those of the table, to the same status included. */
  move(status: OrderStatus, now: string): void {
    const open = MOVES[this.status]
    if (!open.includes(status)) {
      const instead = open.length > 0 ? `It can move to ${open.join(' or ')}.` : 'It cannot move any more.'
      throw new Problem(invalidTransition, `The order is ${this.status} and cannot move to ${status}. ${instead}`)
    }
    this.status = status
    this.version += 1
    this.updated_at = now
  }

  record(): OrderRecord {
    return orderRecord(this)
  }
}

OrderEntity.setClass(Order)

/** A new order. `time` is in milliseconds. */
export function newOrder(input: Pick<OrderRecord, 'user_id' | 'currency' | 'items'>, time: number): OrderRecord {
  const id = newId(idPrefixes.order, time)
  const now = new Date(time).toISOString()
  const { user_id, currency, items } = input
  const total_amount = totalOf(items)
  return {
    id,
    user_id,
    number: numberOf(id),
    status: 'pending',
    currency,
    total_amount,
    items,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

/** Sum of the items, in minor units. */
export function totalOf(items: OrderRecord['items']): number {
  return items.reduce((total, { quantity, unit_amount }) => total + quantity * unit_amount, 0)
}

/** The number people read out, unique because its parts of the identifier are: half of it is time, half of it random. */
export function numberOf(id: string): string {
  const part = id.slice(8, 14) + id.slice(-6)
  return `ORD-${part.slice(0, 4)}-${part.slice(4, 8)}-${part.slice(8)}`
}

/** What the contract shows of a stored order. */
export function orderRecord(row: OrderRecord): OrderRecord {
  const { id, user_id, number, status, currency, total_amount, items, version, created_at, updated_at } = row
  return { id, user_id, number, status, currency, total_amount, items, version, created_at, updated_at }
}
