import { Conditions } from '@roster/core'
import { type Principal, sees } from '@roster/core/contract'

/** Returns the record, or undefined when there is none or the caller may not see its branch. */
export function seenBy<Row extends { branch: string }>(
  principal: Principal,
  row: Row | null | undefined,
): Row | undefined {
  return row && sees(principal, row.branch) ? row : undefined
}

/** Returns the conditions for records of a branch. `owner` is the branch that the caller sees; null means all branches. */
export const ofBranch = (owner: string | null, where = 'true'): Conditions =>
  new Conditions(where).andEqual('branch', owner ?? undefined)
