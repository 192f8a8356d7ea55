import { Conditions } from '@roster/core'
import { type Principal, sees } from '@roster/core/contract'

/** A record, where it is one of a branch that the caller sees. */
export function seenBy<Row extends { branch: string }>(
  principal: Principal,
  row: Row | null | undefined,
): Row | undefined {
  return row && sees(principal, row.branch) ? row : undefined
}

/** Records of the branch that an owner sees; null for those of all. */
export const ofBranch = (owner: string | null, where = 'true'): Conditions =>
  new Conditions(where).andEqual('branch', owner ?? undefined)
