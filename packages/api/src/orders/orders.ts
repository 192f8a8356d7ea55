import {
  type Action,
  columnList,
  Conditions,
  existing,
  fault,
  gone,
  implement,
  invalid,
  listPage,
  lockById,
  on,
  TakenByChance,
} from '@roster/core'
import { isId, type ParsedOf, seesAll } from '@roster/core/contract'
import { findUser, findUserOrTombstone, holdUser } from '../users/user.queries.ts'
import { newOrder, Order, OrderEntity, orderRecord } from './order.entity.ts'
import { order, orderPrefix, type OrderRecord, orders as contract } from './orders.contract.ts'
import { uncountable } from './orders.rules.ts'

const { list, create, get, update } = contract.operations

const columns = Object.keys(order.shape)

/** The implementation of the operations on orders. */
export const orders = implement(contract, {
  entities: [OrderEntity],
  procedures: {
    list: on(list, {
      load: ownerOf,
      run: (action) =>
        listPage(action, { operation: list.name, table: 'orders', columns, where: listed(action.input) }, orderRecord),
    }),

    create: on(create, {
      load: (action) => findUser(action, action.input.user_id),
      run(action) {
        requireCountable(action.input.items)
        const record = newOrder(action.input, action.time)
        action.transaction.insert(OrderEntity, record)
        action.emit('order.created', record, record.user_id)
        return record
      },
      conflicts: { 'orders.user_id': () => gone('user'), orders_number_unique: () => new TakenByChance() },
    }),

    get: on(get, {
      load: findOrder,
      run: (_action, target) => target,
    }),

    update: on(update, {
      load: lockOrder,
      run(action, target) {
        const { status } = action.input
        if (status === undefined) return target.record()
        target.move(status, action.now)
        const record = target.record()
        action.emit(status === 'cancelled' ? 'order.cancelled' : 'order.updated', record, record.user_id)
        return record
      },
    }),
  },
})

function listed(input: ParsedOf<typeof list>): Conditions {
  return new Conditions('"user_id" = $1', [input.user_id]).andEqual('status', input.status)
}

/** Returns the user whose orders are asked for. Callers that see all records see the orders of a deleted user too; the user itself gets `gone`. */
function ownerOf(action: Action<{ user_id: string }>) {
  const find = seesAll(action.principal) ? findUserOrTombstone : findUser
  return find(action, action.input.user_id)
}

type OrderAction = Action<{ user_id: string; order_id: string }>

const byId = {
  name: 'order by id',
  text: `select ${columnList(OrderEntity)} from "orders" where "id" = $1 and "user_id" = $2`,
}

async function findOrder(action: OrderAction): Promise<OrderRecord> {
  const { user_id, order_id } = action.input
  await ownerOf(action)
  const [row] = isId(orderPrefix, order_id) ? await action.database.query<OrderRecord>(byId, [order_id, user_id]) : []
  return orderRecord(existing(row, 'order'))
}

async function lockOrder(action: OrderAction): Promise<Order> {
  const { user_id, order_id } = action.input
  await holdUser(action, user_id)
  const row = isId(orderPrefix, order_id) ? await lockById(action.transaction, Order, order_id) : null
  return existing(row?.user_id === user_id ? row : null, 'order')
}

function requireCountable(items: OrderRecord['items']): void {
  const found = uncountable(items)
  if (found) throw invalid('body', [fault('body', ['items'], ...found)])
}
