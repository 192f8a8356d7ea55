import { isDeepStrictEqual } from 'node:util'
import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import type { PlanRecord } from './plans.contract.ts'

export const PlanEntity = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  properties: {
    id: p.text().primary().collation('C'),
    branch: p.text(),
    floor: p.integer(),
    shelves: p.json<PlanRecord['shelves']>().columnType('json'),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
  },
})

/** The plan of a floor with the rules of its changes. */
export class Plan extends PlanEntity.class {
  /** Returns false, and leaves the plan as it is, where nothing differs. */
  rearrange(shelves: PlanRecord['shelves'], now: string): boolean {
    if (isDeepStrictEqual(shelves, this.shelves)) return false
    Object.assign(this, { shelves, version: this.version + 1, updated_at: now })
    return true
  }

  record(): PlanRecord {
    return planRecord(this)
  }
}

PlanEntity.setClass(Plan)

/** What the contract shows of a stored plan. */
export function planRecord(row: PlanRecord): PlanRecord {
  const { id, branch, floor, shelves, version, created_at, updated_at } = row
  return { id, branch, floor, shelves, version, created_at, updated_at }
}
