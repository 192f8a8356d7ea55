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
    /** The normalized address, which is unique. */
    email_key: p.text().unique('members_email_key_unique'),
    role: p.text().$type<MemberRecord['role']>(),
    status: p.text().$type<MemberRecord['status']>(),
    created_at: p.type(Instant),
  },
})

/** The problem for each constraint of the table that a caller can violate. */
export const memberConflicts = { members_email_key_unique: addressTaken }
