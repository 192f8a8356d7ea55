import type { Action, Steps } from '../action.ts'
import { endSessions } from '../accounts.ts'
import { seesAll } from '#core/contract/access'
import { emailKey } from '#core/contract/email-key'
import type { Fault } from '#core/contract/fault'
import { fault } from '#core/validation/fault'
import { invalid } from '../refuse.ts'
import { guessableFault } from '#core/identity/guessable-password'
import { collectionOf, recordAt } from '../lookup.ts'
import type { Account } from '../records.ts'
import type { State } from '../state.ts'

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
    keepPassword(action, account)
    endSessions(action, account.id)
  },
}

/** Keeps the password that an account is given. */
export function keepPassword({ input, operation, principal, state }: Action, { id }: Account): void {
  state.passwords.set(id, normalForm(input['password']))
  if (!isOwnPassword({ operation, principal }, id))
    state.passwordGivers.set(id, seesAll(principal) ? principal.scopes : new Set())
}

/** Returns the normal form of a password: keyboards encode the same characters differently. */
const normalForm = (text: string) => text.normalize('NFKC')

/** Whether an account has this password. */
export const isPasswordOf = ({ passwords }: State, account: string, text: string): boolean =>
  passwords.get(account) === normalForm(text)

/** Whether it is the caller's own, where the operation is for those as well: it then takes the present one. */
const isOwnPassword = ({ operation, principal }: Pick<Action, 'operation' | 'principal'>, account: string) =>
  'current_password' in (operation.body ?? {}) && principal.user_id === account

/** Throws `invalid` where an account cannot have this password. */
export function requireSound(action: Action, account: Account): void {
  const { input, state } = action
  const isOwn = isOwnPassword(action, account.id)
  const current: unknown = input['current_password']
  const faults = [
    ...weaknessOf(action, account),
    ...(isOwn && current === undefined
      ? [at('current_password', 'required', 'is required to set your own password')]
      : []),
  ]
  if (faults.length > 0) throw invalid('body', faults)
  if (isOwn && !isPasswordOf(state, account.id, current as string))
    throw invalid('body', [at('current_password', 'wrong-password', 'is not the current password')])
}

/** What is wrong with the new password, as a list of one fault or none. */
function weaknessOf({ application, input }: Action, account: Account): Fault[] {
  if (emailKey(input['password'].trim()) === emailKey(account.email))
    return [at('password', 'same-as-email', 'must not be the e-mail address')]
  const guessable = guessableFault(input['password'], { ...account, service: application.spec.title })
  return guessable ? [at('password', ...guessable)] : []
}

const at = (member: string, code: string, message: string) => fault('body', [member], code, message)
