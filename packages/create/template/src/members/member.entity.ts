import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import { emailKey } from '@roster/core/contract'
import type { MemberRecord } from './members.contract.ts'
import { addressTaken } from './members.rules.ts'

export const MemberEntity = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    id: p.text().primary().collation('C'),
    name: p.text().collation('C'),
    email: p.text(),
    /** The normalized address, which is unique; null once the member is removed. */
    email_key: p.text().strictNullable().unique('members_email_key_unique'),
    role: p.text().$type<MemberRecord['role']>(),
    status: p.text().$type<MemberRecord['status']>(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
})

type Change = Pick<MemberRecord, 'name' | 'email' | 'role' | 'status'>

/** A member with the rules of its changes. */
export class Member extends MemberEntity.class {
  /** Applies a change. Returns false, and keeps version and time, if nothing differs. */
  change(change: Change, now: string): boolean {
    const names = Object.keys(change) as (keyof Change)[]
    if (names.every((name) => change[name] === this[name])) return false
    Object.assign(this, change, { email_key: emailKey(change.email), version: this.version + 1, updated_at: now })
    return true
  }

  /** Leaves the record without the person's name and address, which somebody else can have from then on. */
  remove(now: string): void {
    const erased = { name: '', email: '', email_key: null }
    Object.assign(this, erased, { version: this.version + 1, updated_at: now, deleted_at: now })
  }

  record(): MemberRecord {
    return memberRecord(this)
  }
}

MemberEntity.setClass(Member)

/** Returns the columns of a row that the contract shows. */
export function memberRecord(row: MemberRecord): MemberRecord {
  const { id, name, email, role, status, version, created_at, updated_at } = row
  return { id, name, email, role, status, version, created_at, updated_at }
}

/** Returns the account of a member, as the view `accounts` has it. */
export function accountOf({ id, role, status }: MemberRecord) {
  return { id, role, status, owner: id }
}

/** The problem for each constraint of the table that a caller can violate. */
export const memberConflicts = { members_email_key_unique: addressTaken }
