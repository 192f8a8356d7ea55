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
import { accountOf, type Member } from './member.entity.ts'
import { lockMember } from './member.queries.ts'
import { members as contract } from './members.contract.ts'

const { setPassword } = contract.operations

type OnPassword = Action<ParsedOf<typeof setPassword>>

const isOwn = ({ user_id }: Principal, id: unknown) => user_id === id

/** Returns the scopes that it takes to set a password: none for one's own. */
export const scopesForPassword = ({ member_id }: { member_id?: unknown }, principal: Principal): string[] =>
  isOwn(principal, member_id) ? [] : [setPassword.scopeForOthers]

/** Returns the member whose password is set. Throws `forbidden` if it is another one, who may do more than the caller. */
export async function lockForPassword(action: Action<ParametersOf<typeof setPassword>>): Promise<Member> {
  const member = await lockMember(action)
  if (!isOwn(action.principal, member.id))
    action.requirePower('Who signs in as this member', access.powerOfUser(accountOf(member)))
  return member
}

/** Sets a password: one's own only with the present one. Throws `validation-failed` for a password that is guessed, or a wrong present one. */
export async function setPasswordOf(action: OnPassword, member: Member): Promise<void> {
  const { password, current_password: current } = action.input
  const isTheirs = isOwn(action.principal, member.id)
  const missing =
    isTheirs && current === undefined ? [atCurrent('required', 'is required to set your own password')] : []
  requireSoundPassword(action, password, member, missing)
  if (isTheirs) await requireCurrent(action, member, current!)
  const hash = await hashPassword(password)
  await (isTheirs ? changePassword : givePassword)(action, member.id, hash)
}

/** Wrong passwords count like failed attempts to sign in. */
async function requireCurrent(action: OnPassword, member: Member, current: string): Promise<void> {
  const hash = await passwordHashOf(action, member.id)
  const isRight = async () => (await isPassword(current, hash)) || undefined
  if (await action.throttled(member.email_key!, isRight)) return
  throw invalid('body', [atCurrent('wrong-password', 'is not the current password')])
}

const atCurrent = (code: string, message: string) => fault('body', ['current_password'], code, message)
