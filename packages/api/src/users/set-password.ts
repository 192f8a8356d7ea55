import {
  type Action,
  changePassword,
  fault,
  givePassword,
  hashPassword,
  invalid,
  isPassword,
  passwordHashOf,
  requireSoundPassword,
} from '@roster/core'
import type { ParametersOf, ParsedOf, Principal } from '@roster/core/contract'
import { access } from '../access.ts'
import { accountOf, type User } from './user.entity.ts'
import { lockUser } from './user.queries.ts'
import { users as contract } from './users.contract.ts'

const { setPassword } = contract.operations

/** Returns the scopes needed to set a password: none for the caller's own. Callers without them are refused before any record is read. */
export const scopesForPassword = ({ user_id }: { user_id?: unknown }, principal: Principal): string[] =>
  isOwn(principal, user_id) ? [] : [setPassword.scopeForOthers]

/** Returns the user whose password is to be set, locked. */
export async function lockForPassword(action: Action<ParametersOf<typeof setPassword>>): Promise<User> {
  const { principal } = action
  const user = await lockUser(action)
  if (!isOwn(principal, user.id)) action.requirePower('Who signs in as this user', access.powerOfUser(accountOf(user)))
  return user
}

/** Checks the new password and, for the caller's own, the current one, and sets the new one. */
export async function setPasswordOf(action: PasswordAction, user: User): Promise<void> {
  const { principal, input } = action
  const { password, current_password: current } = input
  const isTheirs = isOwn(principal, user.id)
  const isCurrentMissing = isTheirs && current === undefined
  requireSoundPassword(action, password, user, isCurrentMissing ? [missingCurrent] : [])
  if (isTheirs) await requireCurrent(action, user, current!)
  const hash = await hashPassword(password)
  await (isTheirs ? changePassword : givePassword)(action, user.id, hash)
}

const atCurrent = (code: string, message: string) => fault('body', ['current_password'], code, message)

const missingCurrent = atCurrent('required', 'is required to set your own password')

const isOwn = ({ user_id }: Principal, id: unknown) => user_id === id

type PasswordAction = Action<ParsedOf<typeof setPassword>>

/** Throws `validation-failed` for a wrong current password, which counts like a failed sign-in to the account. */
async function requireCurrent(action: PasswordAction, user: User, current: string): Promise<void> {
  const hash = await passwordHashOf(action, user.id)
  const isRight = async () => (await isPassword(current, hash)) || undefined
  if (await action.throttled(user.email_key!, isRight)) return
  throw invalid('body', [atCurrent('wrong-password', 'is not the current password')])
}
