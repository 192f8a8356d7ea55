import type { ParametersOf, ParsedOf } from '../contract/operation.ts'
import { emailKey } from '../contract/email-key.ts'
import { access } from '../contract/scopes.ts'
import type { Principal } from '../contract/principal.ts'
import { requireScope } from '../access/scope.ts'
import { isCommonPassword } from '../identity/common-passwords.ts'
import { guessableFault } from '../identity/guessable-password.ts'
import { changePassword, givePassword, passwordHashOf } from '../identity/credentials.ts'
import { hashPassword, isPassword } from '../identity/password.ts'
import type { Action } from '../operation/action.ts'
import { fault, invalid } from '../validation/faults.ts'
import type { User } from './user.entity.ts'
import { lockUser } from './user.queries.ts'
import { users as contract } from './users.contract.ts'

const { setPassword } = contract.operations

/** The user whose password is to be set. Who may set no other password than its own is refused before any record is read. */
export async function lockForPassword(action: Action<ParametersOf<typeof setPassword>>): Promise<User> {
  const { principal, input } = action
  const { name, scopeForOthers } = setPassword
  if (!isOwn(principal, input.user_id)) requireScope({ name, scope: scopeForOthers }, principal)
  const user = await lockUser(action)
  if (!isOwn(principal, user.id)) action.requirePower('Who signs in as this user', access.powerOfUser(user))
  return user
}

/** Checks the new password, and for one's own the current one, and sets it. */
export async function setPasswordOf(action: Action<ParsedOf<typeof setPassword>>, user: User): Promise<void> {
  const { principal, input } = action
  requireSound(input.password, user)
  if (isOwn(principal, user.id)) await requireCurrent(action, user)
  const hash = await hashPassword(input.password)
  await (isOwn(principal, user.id) ? changePassword : givePassword)(action, user.id, hash)
}

const isOwn = ({ user_id }: Principal, id: string) => user_id === id

function requireSound(password: string, user: User): void {
  const found = weaknessOf(password, user)
  if (found) throw invalid('body', [fault('body', ['password'], ...found)])
}

function weaknessOf(
  password: string,
  { name, email, email_key }: User,
): readonly [code: string, message: string] | undefined {
  if (emailKey(password.trim()) === email_key) return ['same-as-email', 'must not be the e-mail address']
  const guessable = guessableFault(password, { name, email })
  if (guessable) return guessable
  return isCommonPassword(password) ? ['common', 'is among the first that are tried; choose another one'] : undefined
}

/** A wrong guess counts like a wrong sign-in to the account. */
async function requireCurrent(action: Action<ParsedOf<typeof setPassword>>, user: User): Promise<void> {
  const { current_password: current } = action.input
  const at = (code: string, message: string) => invalid('body', [fault('body', ['current_password'], code, message)])
  if (current === undefined) throw at('required', 'is required to set your own password')
  const hash = await passwordHashOf(action, user.id)
  const isRight = async () => (await isPassword(current, hash)) || undefined
  if (!(await action.throttled(user.email_key!, isRight))) throw at('wrong-password', 'is not the current password')
}
