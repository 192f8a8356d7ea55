import type { Action } from '../operation/action.ts'
import type { Account } from './account.ts'
import { endCredentials, endPasswordShortOf } from './credentials.ts'

type Changed = Pick<Account, 'id' | 'role' | 'owner'> & { status: string }

/**
 * Ends what an account was given to sign in with or to act by, as far as it may do less than before, and a password that somebody gave it who
 * does not hold what it may do now. Whoever sees the records of another owner begins anew, too. To be called with a change of its record, in the same transaction.
 */
export async function accountChanged(action: Action<unknown>, before: Changed, after: Changed): Promise<void> {
  const { access } = action
  const isSuspended = after.status !== 'active' && after.status !== before.status
  const mayDoLess = !access.covers(after.role, before.role) || after.owner !== before.owner
  if (isSuspended || mayDoLess) await endCredentials(action, after.id)
  if (!access.covers(before.role, after.role)) await endPasswordShortOf(action, after.id, access.powerOfUser(after))
}
