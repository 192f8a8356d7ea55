import { type Action, columnList, existing, implement, listPage, lockById, on } from '@roster/core'
import { isId, newId } from '@roster/core/contract'
import { ofBranch, seenBy } from '../branch.ts'
import { Plan, PlanEntity, planRecord } from './plan.entity.ts'
import { plan, type PlanRecord, plans as contract } from './plans.contract.ts'

const { list, draw, get, rearrange } = contract.operations

const columns = Object.keys(plan.shape)
const byId = { name: 'plan by id', text: `select ${columnList(PlanEntity)} from plans where id = $1` }

export const plans = implement(contract, {
  entities: [PlanEntity],
  procedures: {
    list: on(list, {
      run(action) {
        const where = ofBranch(action.principal.owner)
        return listPage(action, { operation: list.name, table: 'plans', columns, where }, planRecord)
      },
    }),

    draw: on(draw, {
      run(action) {
        const { now, time, input } = action
        const record = { id: newId('pln', time), ...input, version: 1, created_at: now, updated_at: now }
        action.transaction.insert(PlanEntity, record)
        action.emit('plan.drawn', record, record.branch)
        return record
      },
    }),

    get: on(get, {
      async run({ database, principal, input }) {
        const [row] = isId('pln', input.plan_id) ? await database.query<PlanRecord>(byId, [input.plan_id]) : []
        return planRecord(existing(seenBy(principal, row), 'plan'))
      },
    }),

    rearrange: on(rearrange, {
      load: lockPlan,
      run(action, target) {
        const { shelves } = action.input
        if (shelves === undefined || !target.rearrange(shelves, action.now)) return target.record()
        const record = target.record()
        action.emit('plan.updated', record, record.branch)
        return record
      },
    }),
  },
})

async function lockPlan({ transaction, principal, input }: Action<{ plan_id: string }>): Promise<Plan> {
  const row = isId('pln', input.plan_id) ? await lockById(transaction, Plan, input.plan_id) : null
  return existing(seenBy(principal, row), 'plan')
}
