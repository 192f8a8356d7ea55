import type { Conditions } from '../data/conditions.ts'

/** These conditions, and that `created_by` names a maker where one is given. */
export function madeBy(where: Conditions, maker: string | undefined): Conditions {
  return maker === undefined ? where : where.and((value) => `"created_by" ->> 'id' = ${value(maker)}`)
}
