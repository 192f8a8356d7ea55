import { emailTaken } from './users.errors.ts'
import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'
import { holds, type Power } from '../contract/access.ts'
import { access, type Role } from '../contract/scopes.ts'
import { emailKey } from '../contract/email-key.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Problem } from '../contract/problem.ts'
import { searchable } from '../data/search.ts'
import type { UserRecord } from './users.contract.ts'

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
    /** What makes an address unique; null once the record is deleted, which frees the address. */
    email_key: p.text().strictNullable().unique('users_email_key_unique'),
    /** Name and e-mail, folded for search. */
    search: p.text(),
    /** Goes up with whatever ends the credentials that were given before: a suspension, a demotion, a deletion, a new password. */
    credentials_version: p.integer().default(1),
    /** argon2id hash of the password; null while there is none. */
    password_hash: p.text().strictNullable(),
    /** Scopes of who gave the password to somebody else; null for one that nobody was given. */
    password_giver: p.json<string[]>().strictNullable(),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    {
      name: 'users_by_created_at',
      expression: `create index "users_by_created_at" on "users" ("created_at", "id") ${live}`,
    },
    { name: 'users_by_name', expression: `create index "users_by_name" on "users" ("name", "id") ${live}` },
    { name: 'users_by_email', expression: `create index "users_by_email" on "users" ("email", "id") ${live}` },
    // Small, because equal entries share their key: it finds rare values and answers every exact count without the table.
    { name: 'users_by_role', expression: `create index "users_by_role" on "users" ("role", "status") ${live}` },
    {
      name: 'users_by_search',
      expression: `create index "users_by_search" on "users" using gin (search_grams("search")) ${live}`,
    },
  ],
})

const NO_PASSWORD = { password_hash: null, password_giver: null }

const WRITABLE = ['name', 'email', 'role', 'status'] as const
type Writable = Pick<UserRecord, (typeof WRITABLE)[number]>
export type NewUser = Writable
export type UserChange = { [Member in keyof Writable]?: Writable[Member] | undefined }

/** A user record with the rules of its changes. */
export class User extends UserEntity.class {
  get isActiveAdmin(): boolean {
    return access.isAdministrator(this.role) && this.status === 'active' && this.deleted_at === null
  }

  /** Applies what differs. Returns false, and leaves version and time alone, when nothing does. */
  change(change: UserChange, now: string): boolean {
    const before = this.record()
    const after = { ...before, ...defined(change) }
    if (WRITABLE.every((name) => before[name] === after[name])) return false
    Object.assign(this, after, derived(after), { version: this.version + 1, updated_at: now })
    if (isLess(before, after)) this.endCredentials()
    return true
  }

  /** Ends what was given to sign in with or to act by: sessions and tokens. */
  endCredentials(): void {
    this.credentials_version += 1
  }

  /**
   * Takes a new password of the user's own, as its hash. What was given to sign in with the old one ends. Who knew that one may know this one,
   * so whoever gave it counts as before.
   */
  changePassword(hash: string): void {
    this.password_hash = hash
    this.endCredentials()
  }

  /** Takes a new password from somebody else who has this power. */
  givePassword(hash: string, { scopes }: Power): void {
    this.changePassword(hash)
    this.password_giver = [...scopes]
  }

  /** Ends the password, with all that it was used for, where who gave it does not hold a power that the user has now. */
  endPasswordShortOf(power: Power): void {
    if (this.password_giver === null || holds(access.powerOfScopes(this.password_giver), power)) return
    Object.assign(this, NO_PASSWORD)
    this.endCredentials()
  }

  /** Leaves a tombstone: the identifier and the times, and nothing of the person. */
  delete(now: string): void {
    const blank = { name: '', email: '', search: '', email_key: null, ...NO_PASSWORD }
    Object.assign(this, blank, { version: this.version + 1, updated_at: now, deleted_at: now })
    this.endCredentials()
  }

  record(): UserRecord {
    return userRecord(this)
  }
}

UserEntity.setClass(User)

/** The columns of a new record. `now` is an ISO timestamp. */
export function newUser(input: NewUser, now: string) {
  const { name, email, role, status } = input
  return {
    id: newId(idPrefixes.user, Date.parse(now)),
    name,
    email,
    role,
    status,
    version: 1,
    created_at: now,
    updated_at: now,
    ...NO_PASSWORD,
    deleted_at: null,
    ...derived(input),
  }
}

/** What the contract shows of a stored user. */
export function userRecord(row: UserRecord): UserRecord {
  const { id, name, email, role, status, version, created_at, updated_at } = row
  return { id, name, email, role, status, version, created_at, updated_at }
}

/** Whether a user may do less than before. */
function isLess(before: Writable, after: Writable): boolean {
  return (after.status !== 'active' && after.status !== before.status) || !access.covers(after.role, before.role)
}

function derived({ name, email }: { name: string; email: string }) {
  return { email_key: emailKey(email)!, search: searchable(name, email) }
}

function defined<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** Constraints of the table that a caller can break, and the problem that each one is. */
export const userConflicts = {
  users_email_key_unique: () =>
    new Problem(emailTaken, 'Another user record holds this e-mail address. Use another one, or change that record.'),
}
