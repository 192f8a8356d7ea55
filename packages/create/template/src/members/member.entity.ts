import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import type { MemberRecord } from './members.contract.ts'
import { addressTaken } from './members.rules.ts'

export const MemberEntity = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    id: p.text().primary().collation('C'),
    name: p.text().collation('C'),
    email: p.text(),
    /** What makes an address unique. */
    email_key: p.text().unique('members_email_key_unique'),
    role: p.text().$type<MemberRecord['role']>(),
    status: p.text().$type<MemberRecord['status']>(),
    created_at: p.type(Instant),
  },
})

/** Constraints of the table that a caller can break, and the problem that each one is. */
export const memberConflicts = { members_email_key_unique: addressTaken }
