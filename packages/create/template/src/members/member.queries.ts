import { type Action, columnList, lockById, present } from '@roster/core'
import { access } from '../access.ts'
import { accountOf, Member, MemberEntity, memberRecord } from './member.entity.ts'
import type { MemberRecord } from './members.contract.ts'

const byId = {
  name: 'member by id',
  text: `select ${columnList(MemberEntity)} from members where id = $1`,
}

type MemberRow = MemberRecord & { deleted_at: string | null }

/** Returns the row of a member, also of one that was removed; undefined if there never was one. */
export async function findRow(action: Action<unknown>, id: string): Promise<MemberRow | undefined> {
  const [found] = await action.query<MemberRow>(byId, [id])
  return found
}

/** Returns the member with this identifier; undefined if there is none. */
export async function findMember(action: Action<unknown>, id: string): Promise<MemberRecord | undefined> {
  const found = await findRow(action, id)
  return found?.deleted_at === null ? memberRecord(found) : undefined
}

type OnMember = Action<{ member_id: string }>

/** Returns a member, locked until the transaction ends. Throws `gone` or `not-found`. */
export async function lockMember({ transaction, input, time }: OnMember): Promise<Member> {
  return present(await lockById(transaction, Member, input.member_id), 'member', time)
}

/** Returns a member, like `lockMember`, for a change of the record. Throws `forbidden` if the member may do more than the caller. */
export async function lockRecord(action: OnMember): Promise<Member> {
  const member = await lockMember(action)
  action.requirePower('This member', access.powerOfRecord(accountOf(member)))
  return member
}
