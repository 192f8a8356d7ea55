import type { Action } from '../operation/action.ts'
import type { Account } from './account.ts'
import { endCredentials, endPasswordShortOf } from './credentials.ts'

type Changed = Pick<Account, 'id' | 'role'> & { owner: string | null; status: string }

/**
 * Ends the sessions and access tokens of an account that was suspended, may do less than before, or sees the records of another owner. When the account may
 * do more, or sees other records, ends a password whose giver lacks that power. Call it in the transaction that changes the account's record.
 */
export async function accountChanged(action: Action<unknown>, before: Changed, after: Changed): Promise<void> {
  const { access } = action
  const isSuspended = after.status !== 'active' && after.status !== before.status
  const hasMoved = after.owner !== before.owner
  const mayDoLess = !access.covers(after.role, before.role) || hasMoved
  const mayDoMore = !access.covers(before.role, after.role) || hasMoved
  if (isSuspended || mayDoLess) await endCredentials(action, after.id)
  if (mayDoMore) await endPasswordShortOf(action, after.id, access.powerOfUser(after))
}
