import { invalidTransition } from './orders.errors.ts'
import { defineEntity, p } from '@mikro-orm/core'
import { addedBelow, Instant } from '@roster/core'
import { newId, Problem } from '@roster/core/contract'
import { orderPrefix, type OrderRecord, type OrderStatus } from './orders.contract.ts'
import { placed, refusedMove } from './orders.rules.ts'
import { UserEntity } from '../users/user.entity.ts'

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

addedBelow(OrderEntity, 'user_id', UserEntity)

/** An order with the rules of its changes. */
export class Order extends OrderEntity.class {
  /** Moves the order to another status. Throws `invalid-transition` for any move that is not in the table, also to the same status. */
  move(status: OrderStatus, now: string): void {
    const refused = refusedMove(this.status, status)
    if (refused !== undefined) throw new Problem(invalidTransition, refused)
    this.status = status
    this.version += 1
    this.updated_at = now
  }

  record(): OrderRecord {
    return orderRecord(this)
  }
}

OrderEntity.setClass(Order)

/** Returns a new order. `time` is in milliseconds. */
export function newOrder(input: Pick<OrderRecord, 'user_id' | 'currency' | 'items'>, time: number): OrderRecord {
  const id = newId(orderPrefix, time)
  const now = new Date(time).toISOString()
  const { user_id, currency, items } = input
  const { number, status, total_amount } = placed({ id, items })
  return {
    id,
    user_id,
    number,
    status,
    currency,
    total_amount,
    items,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

/** Returns the members of a stored order that the contract shows. */
export function orderRecord(row: OrderRecord): OrderRecord {
  const { id, user_id, number, status, currency, total_amount, items, version, created_at, updated_at } = row
  return { id, user_id, number, status, currency, total_amount, items, version, created_at, updated_at }
}
