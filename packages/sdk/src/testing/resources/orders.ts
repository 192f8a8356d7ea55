import type { Order } from '../../resources/orders.ts'
import type { Action, Steps } from '../action.ts'
import { fault, invalid } from '../copied/faults.ts'
import { Problem } from '../core.ts'
import { existing } from '../copied/tombstone.ts'
import { listPage } from '../pages.ts'
import { seesAll } from '../copied/access.ts'
import { findUser } from './users.ts'

export const orders: Record<string, Steps> = {
  'orders.list': {
    load: requireOwner,
    run(action) {
      const { user_id, status } = action.input
      const isListed = (order: Order) => order.user_id === user_id && (status === undefined || order.status === status)
      return listPage(action, action.db.orders.filter(isListed))
    },
  },

  'orders.create': {
    load: findUser,
    run(action) {
      const { user_id, currency, items } = action.input
      const total_amount = totalOf(items)
      const id = action.id('ord')
      const times = { created_at: action.now, updated_at: action.now }
      const number = numberOf(id)
      const order: Order = {
        id,
        user_id,
        number,
        status: 'pending',
        currency,
        total_amount,
        items,
        version: 1,
        ...times,
      }
      action.db.orders.push(order)
      action.emit('order.created', order, order.user_id)
      return order
    },
  },

  'orders.get': {
    load(action) {
      requireOwner(action)
      return findOrder(action)
    },
    run: (_action, order: Order) => order,
  },

  'orders.update': {
    load(action) {
      findUser(action)
      return findOrder(action)
    },
    run(action, order: Order) {
      const { status } = action.input
      if (status === undefined) return order
      requireMove(order, status)
      Object.assign(order, { status, version: order.version + 1, updated_at: action.now })
      action.emit(status === 'cancelled' ? 'order.cancelled' : 'order.updated', order, order.user_id)
      return order
    },
  },
}

/** The orders of a deleted user stay for those who see everybody's; the user itself is told that its record is gone. */
function requireOwner(action: Action): void {
  const isTombstone = action.state.deletedFrom(action.db.users).has(action.input['user_id'])
  if (!seesAll(action.principal) || !isTombstone) findUser(action)
}

function findOrder({ db, input }: Action): Order {
  const { user_id, order_id } = input
  return existing(
    db.orders.find((order) => order.id === order_id && order.user_id === user_id),
    'order',
  )
}

/** Where an order may go from each status. */
const MOVES: Record<Order['status'], readonly Order['status'][]> = {
  pending: ['paid', 'cancelled'],
  paid: ['shipped', 'cancelled', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: [],
  refunded: [],
}

function requireMove({ status: from }: Order, to: Order['status']): void {
  const open = MOVES[from]
  if (open.includes(to)) return
  const instead = open.length > 0 ? `It can move to ${open.join(' or ')}.` : 'It cannot move any more.'
  throw new Problem('invalid-transition', `The order is ${from} and cannot move to ${to}. ${instead}`)
}

/** Sum of the items, in minor units. Throws where it is no exact number. */
export function totalOf(items: Order['items']): number {
  const total = items.reduce((sum, { quantity, unit_amount }) => sum + quantity * unit_amount, 0)
  if (Number.isSafeInteger(total)) return total
  throw invalid('body', [
    fault('body', ['items'], 'too-large', 'must not sum up to more than 9007199254740991 minor units'),
  ])
}

/** The number people read out. */
export function numberOf(id: string): string {
  const part = id.slice(8, 14) + id.slice(-6)
  return `ORD-${part.slice(0, 4)}-${part.slice(4, 8)}-${part.slice(8)}`
}
