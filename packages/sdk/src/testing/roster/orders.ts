import type { Order } from '../../resources/orders.ts'
import { fault, invalid } from '../copied/faults.ts'
import { placed, refusedMove, uncountable } from '../copied/orders.rules.ts'
import { Problem } from '../core.ts'
import type { Rules } from '../rule.ts'

export const orders: Rules = {
  'orders.create'({ next }) {
    const { id, items } = next as Order
    const found = uncountable(items)
    if (found) throw invalid('body', [fault('body', ['items'], ...found)])
    return placed({ id, items })
  },

  'orders.update'({ record, input }) {
    const { status } = record as Order
    const refused = input['status'] === undefined ? undefined : refusedMove(status, input['status'])
    if (refused !== undefined) throw new Problem('invalid-transition', refused)
  },
}
