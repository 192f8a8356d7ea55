import { emailTaken } from './users.errors.ts'
import { defineEntity, p } from '@mikro-orm/core'
import { Instant, searchable } from '@roster/core'
import { emailKey, newId, Problem } from '@roster/core/contract'
import { access, type Role } from '../access.ts'
import { userPrefix, type UserRecord } from './users.contract.ts'

const live = 'where "deleted_at" is null'

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.text().primary().collation('C'),
    name: p.text().collation('C'),
    email: p.text().collation('C'),
    role: p.text().$type<Role>(),
    status: p.text().$type<UserRecord['status']>(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    /** Unique form of the e-mail address; null once the record is deleted, which frees the address. */
    email_key: p.text().strictNullable().unique('users_email_key_unique'),
    /** Name and e-mail, folded for search. */
    search: p.text(),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    {
      name: 'users_by_created_at',
      expression: `create index "users_by_created_at" on "users" ("created_at", "id") ${live}`,
    },
    { name: 'users_by_name', expression: `create index "users_by_name" on "users" ("name", "id") ${live}` },
    { name: 'users_by_email', expression: `create index "users_by_email" on "users" ("email", "id") ${live}` },
    // This index is small, because equal entries share their key. It finds rare values and answers every exact count without the table.
    { name: 'users_by_role', expression: `create index "users_by_role" on "users" ("role", "status") ${live}` },
    {
      name: 'users_by_search',
      expression: `create index "users_by_search" on "users" using gin (search_grams("search")) ${live}`,
    },
  ],
})

const WRITABLE = ['name', 'email', 'role', 'status'] as const
type Writable = Pick<UserRecord, (typeof WRITABLE)[number]>
export type NewUser = Writable
export type UserChange = { [Member in keyof Writable]?: Writable[Member] | undefined }

/** A user record with the rules of its changes. */
export class User extends UserEntity.class {
  get isActiveAdmin(): boolean {
    return access.isAdministrator(this.role) && this.status === 'active' && this.deleted_at === null
  }

  /** Applies the members that differ. Returns false, and leaves version and time alone, when none differs. */
  change(change: UserChange, now: string): boolean {
    const before = this.record()
    const after = { ...before, ...defined(change) }
    if (WRITABLE.every((name) => before[name] === after[name])) return false
    Object.assign(this, after, derived(after), { version: this.version + 1, updated_at: now })
    return true
  }

  /** Leaves a tombstone: the record without name, e-mail address and search text. */
  delete(now: string): void {
    const blank = { name: '', email: '', search: '', email_key: null }
    Object.assign(this, blank, { version: this.version + 1, updated_at: now, deleted_at: now })
  }

  record(): UserRecord {
    return userRecord(this)
  }
}

UserEntity.setClass(User)

/** Returns the columns of a new record. `now` is an ISO timestamp. */
export function newUser(input: NewUser, now: string) {
  const { name, email, role, status } = input
  return {
    id: newId(userPrefix, Date.parse(now)),
    name,
    email,
    role,
    status,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    ...derived(input),
  }
}

/** Returns the members of a stored user that the contract shows. */
export function userRecord(row: UserRecord): UserRecord {
  const { id, name, email, role, status, version, created_at, updated_at } = row
  return { id, name, email, role, status, version, created_at, updated_at }
}

/** Returns the account of a user, whose records are its own. The view `accounts` does the same in SQL. */
export function accountOf({ id, role, status }: Pick<UserRecord, 'id' | 'role' | 'status'>) {
  return { id, role, owner: id, status }
}

function derived({ name, email }: { name: string; email: string }) {
  return { email_key: emailKey(email)!, search: searchable(name, email) }
}

function defined<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** Constraints of the table that a caller can violate, with the problem for each. */
export const userConflicts = {
  users_email_key_unique: () =>
    new Problem(emailTaken, 'Another user record holds this e-mail address. Use another one, or change that record.'),
}
