import type { Action } from '@roster/core'
import type { MemberRecord } from './members.contract.ts'

const byId = {
  name: 'member by id',
  text: 'select id, name, email, role, status, created_at from members where id = $1',
}

/** Returns the member with this identifier; undefined if there is none. */
export async function findMember({ database }: Action<unknown>, id: string): Promise<MemberRecord | undefined> {
  const [found] = await database.query<MemberRecord>(byId, [id])
  return found
}
