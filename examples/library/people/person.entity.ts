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
    /** Normalized form of the e-mail address, on which its uniqueness is checked. */
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

/** A person with the rules for changes. */
export class Person extends PersonEntity.class {
  /** Changes the given members. Returns false, and does not change the record, when no value differs. */
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

/** Returns the row of a new person. `time` is in milliseconds. */
export function newPerson(input: Writable & Pick<PersonRecord, 'joined_on'>, time: number) {
  const now = new Date(time).toISOString()
  const { branch, full_name, mail, post, joined_on, standing } = input
  const members = { branch, full_name, mail, mail_key: emailKey(mail)!, post, joined_on, standing }
  return { id: newId('psn', time), ...members, version: 1, created_at: now, updated_at: now }
}

/** Returns the members of a row that the contract has, without columns such as `mail_key`. */
export function personRecord(row: PersonRecord): PersonRecord {
  const { id, branch, full_name, mail, post, joined_on, standing, version, created_at, updated_at } = row
  return { id, branch, full_name, mail, post, joined_on, standing, version, created_at, updated_at }
}

/** Returns the account of a person, with the members that the core uses. The view `accounts` does the same in SQL. */
export function accountOf({ id, full_name, mail, post, branch, standing }: PersonRecord) {
  return { id, name: full_name, email: mail, role: post, owner: branch, status: standing }
}

/** Table constraints that a request can violate, each with the problem that the caller gets. */
export const personConflicts = {
  people_mail_key_unique: () => new Problem(mailTaken, MAIL_TAKEN),
}
