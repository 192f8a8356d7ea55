import type { Order, OrdersUpdateBody } from '../../resources/orders.ts'
import { fault } from '#core/validation/fault'
import { invalid } from '../refuse.ts'
import { placed, refusedMove, uncountable } from '#api/orders/orders.rules'
import { Problem } from '../problem.ts'
import type { Rule, Rules } from '../rule.ts'

const place: Rule<Order> = ({ next }) => {
  const found = uncountable(next.items)
  if (found) throw invalid('body', [fault('body', ['items'], ...found)])
  return placed(next)
}

const move: Rule<Order, OrdersUpdateBody> = ({ record, input: { status } }) => {
  const refused = status && refusedMove(record!.status, status)
  if (refused !== undefined) throw new Problem('invalid-transition', refused)
}

export const orders: Rules = { 'orders.create': place, 'orders.update': move }
