import type { Order, OrdersUpdateBody } from '../../resources/orders.ts'
import { fault, invalid } from '../copied/faults.ts'
import { placed, refusedMove, uncountable } from '../copied/orders.rules.ts'
import { Problem } from '../core.ts'
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
