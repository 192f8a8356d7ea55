import type { Action, Steps } from '../action.ts'
import { endSessions } from '../accounts.ts'
import { emailKey } from '#core/contract/email-key'
import { fault } from '#core/validation/fault'
import { invalid } from '../refuse.ts'
import { guessableFault } from '#core/identity/guessable-password'
import { collectionOf, recordAt } from '../lookup.ts'
import type { Account } from '../records.ts'

/** Sets the password of an account. One's own needs the present one; another's takes a scope, and the power of whom it belongs to. */
export const password: Steps = {
  load(action) {
    const { application, operation } = action
    const { effect } = operation
    const isOwn = isOwnPassword(action, action.input[effect!.id!])
    const account = action.state.accountOf(recordAt(action, effect!))
    const { noun } = collectionOf(action, effect!.of)
    if (!isOwn) action.requirePower(`Who signs in as this ${noun}`, application.access.powerOfUser(account))
    return account
  },
  run(action, account: Account) {
    requireSound(action, account)
    const { principal, state } = action
    state.passwords.set(account.id, action.input['password'])
    if (!isOwnPassword(action, account.id)) state.passwordGivers.set(account.id, principal.scopes)
    endSessions(action, account.id)
  },
}

/** Whether it is the caller's own, where the operation is for those as well: it then takes the present one. */
const isOwnPassword = ({ operation, principal }: Action, account: string) =>
  'current_password' in (operation.body ?? {}) && principal.user_id === account

function requireSound(action: Action, account: Account): void {
  const { application, input, state } = action

  const refuse = (member: string, code: string, message: string) =>
    invalid('body', [fault('body', [member], code, message)])
  if (emailKey(input['password'].trim()) === emailKey(account.email))
    throw refuse('password', 'same-as-email', 'must not be the e-mail address')
  const guessable = guessableFault(input['password'], { ...account, service: application.spec.title })
  if (guessable) throw refuse('password', ...guessable)
  if (!isOwnPassword(action, account.id)) return
  const current: unknown = input['current_password']
  if (current === undefined) throw refuse('current_password', 'required', 'is required to set your own password')
  if (current !== state.passwords.get(account.id))
    throw refuse('current_password', 'wrong-password', 'is not the current password')
}
