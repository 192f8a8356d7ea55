import type { Action, Steps } from '../action.ts'
import { endSessions } from '../accounts.ts'
import { insufficientScope } from '../authorize.ts'
import { emailKey } from '../copied/email-key.ts'
import { fault, invalid } from '../copied/faults.ts'
import { guessableFault } from '../copied/guessable-password.ts'
import { recordAt } from '../lookup.ts'
import type { Account } from '../records.ts'

/** Sets the password of an account. One's own needs the present one; another's takes a scope, and the power of whom it belongs to. */
export const password: Steps = {
  load(action) {
    const { application, operation, principal } = action
    const { effect, scopeForOthers: scope } = operation
    const isOwn = principal.user_id === action.input[effect!.id!]
    if (!isOwn && scope !== undefined && !principal.scopes.has(scope))
      throw insufficientScope(operation, scope, principal, application.spec.name)
    const account = recordAt(action, effect!) as Account
    if (!isOwn) action.requirePower('Who signs in as this user', application.access.powerOfUser(account))
    return account
  },
  run(action, account: Account) {
    requireSound(action, account)
    const { principal, state } = action
    state.passwords.set(account.id, action.input['password'])
    if (principal.user_id !== account.id) state.passwordGivers.set(account.id, principal.scopes)
    endSessions(action, account.id)
  },
}

function requireSound({ input, principal, state }: Action, account: Account): void {
  const refuse = (member: string, code: string, message: string) =>
    invalid('body', [fault('body', [member], code, message)])
  if (emailKey(input['password'].trim()) === emailKey(account.email))
    throw refuse('password', 'same-as-email', 'must not be the e-mail address')
  const guessable = guessableFault(input['password'], account)
  if (guessable) throw refuse('password', ...guessable)
  if (principal.user_id !== account.id) return
  const current: unknown = input['current_password']
  if (current === undefined) throw refuse('current_password', 'required', 'is required to set your own password')
  if (current !== state.passwords.get(account.id))
    throw refuse('current_password', 'wrong-password', 'is not the current password')
}
