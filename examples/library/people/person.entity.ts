import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import { emailKey, newId, Problem } from '@roster/core/contract'
import { mailTaken } from './people.errors.ts'
import type { PersonRecord } from './people.contract.ts'
import { MAIL_TAKEN } from './people.rules.ts'

export const PersonEntity = defineEntity({
  name: 'Person',
  tableName: 'people',
  properties: {
    id: p.text().primary().collation('C'),
    branch: p.text(),
    full_name: p.text().collation('C'),
    mail: p.text(),
    /** What makes an address unique. */
    mail_key: p.text().unique('people_mail_key_unique'),
    post: p.text().$type<PersonRecord['post']>(),
    joined_on: p.date(),
    standing: p.text().$type<PersonRecord['standing']>(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
  },
  indexes: [{ name: 'people_by_branch', properties: ['branch', 'created_at', 'id'] }],
})

type Writable = Pick<PersonRecord, 'branch' | 'full_name' | 'mail' | 'post' | 'standing'>
export type PersonChange = { [Member in keyof Writable]?: Writable[Member] | undefined }

/** A person with the rules of changes. */
export class Person extends PersonEntity.class {
  /** Returns false, and leaves the record as it is, where nothing differs. */
  change(change: PersonChange, now: string): boolean {
    const given = Object.entries(change).filter(([name, value]) => value !== undefined && value !== this[name as never])
    if (given.length === 0) return false
    Object.assign(this, Object.fromEntries(given), { version: this.version + 1, updated_at: now })
    this.mail_key = emailKey(this.mail)!
    return true
  }

  record(): PersonRecord {
    return personRecord(this)
  }
}

PersonEntity.setClass(Person)

/** The columns of a new person. `time` is in milliseconds. */
export function newPerson(input: Writable & Pick<PersonRecord, 'joined_on'>, time: number) {
  const now = new Date(time).toISOString()
  const { branch, full_name, mail, post, joined_on, standing } = input
  const members = { branch, full_name, mail, mail_key: emailKey(mail)!, post, joined_on, standing }
  return { id: newId('psn', time), ...members, version: 1, created_at: now, updated_at: now }
}

/** What the contract shows of a stored person. */
export function personRecord(row: PersonRecord): PersonRecord {
  const { id, branch, full_name, mail, post, joined_on, standing, version, created_at, updated_at } = row
  return { id, branch, full_name, mail, post, joined_on, standing, version, created_at, updated_at }
}

/** Whom the core sees in a person who signs in: what the view `accounts` says in SQL. */
export function accountOf({ id, full_name, mail, post, branch, standing }: PersonRecord) {
  return { id, name: full_name, email: mail, role: post, owner: branch, status: standing }
}

/** Constraints of the table that a caller can break, and the problem that each one is. */
export const personConflicts = {
  people_mail_key_unique: () => new Problem(mailTaken, MAIL_TAKEN),
}
