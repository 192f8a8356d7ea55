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

/** The plan of a floor with the rules for its changes. */
export class Plan extends PlanEntity.class {
  /** Replaces the shelves. Returns false, and does not change the plan, when the shelves are equal. */
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

/** Returns the members of a row that the contract has. */
export function planRecord(row: PlanRecord): PlanRecord {
  const { id, branch, floor, shelves, version, created_at, updated_at } = row
  return { id, branch, floor, shelves, version, created_at, updated_at }
}
