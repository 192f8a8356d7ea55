import type { Action } from './action.ts'
import { holds } from '#core/contract/access'
import type { Account } from './records.ts'

/**
 * Ends the sessions of a changed account if it is suspended or may do less than before. If it may do more, or sees other records, also ends a password whose
 * giver lacks its power.
 */
export function accountChanged(action: Action, before: Account, after: Account): void {
  const { access } = action.application
  const isSuspended = after.status !== 'active' && after.status !== before.status
  const hasMoved = after.owner !== before.owner
  const mayDoLess = !access.covers(after.role, before.role) || hasMoved
  const mayDoMore = !access.covers(before.role, after.role) || hasMoved
  if (isSuspended || mayDoLess) endSessions(action, after.id)
  if (mayDoMore) endPasswordShortOf(action, after)
}

/** Ends the password and the sessions of a deleted account. */
export function accountDeleted(action: Action, id: string): void {
  endPassword(action, id)
  endSessions(action, id)
}

/** Ends an account's password and sessions if another caller set the password and lacks the power that the account has now. */
function endPasswordShortOf(action: Action, account: Account): void {
  const { access } = action.application
  const giver = action.state.passwordGivers.get(account.id)
  if (giver === undefined || holds(access.powerOfScopes([...giver]), access.powerOfUser(account))) return
  endPassword(action, account.id)
  endSessions(action, account.id)
}

function endPassword({ state }: Action, account: string): void {
  state.passwords.delete(account)
  state.passwordGivers.delete(account)
}

export function endSessions({ db }: Action, account: string): void {
  const own = db.sessions.filter(({ user_id }) => user_id === account)
  for (const session of own) db.sessions.splice(db.sessions.indexOf(session), 1)
}
