import { type Action, batchedBy, type Database, existing, lockById, present, type Transaction } from '@roster/core'
import { isId, type Principal, sees } from '@roster/core/contract'
import { access } from '../access.ts'
import { accountOf, User } from './user.entity.ts'
import { userPrefix, type UserRecord } from './users.contract.ts'

type UserRow = UserRecord & { deleted_at: string | null }

const byIds = {
  name: 'users by ids',
  text: `select "id", "name", "email", "role", "status", "version", "created_at", "updated_at", "deleted_at" from "users" where "id" = any($1)`,
}

/** Reads users, with one query for all calls in one turn of the event loop. */
const readBatched = batchedBy((database: Database) => async (ids) => {
  const rows = await database.query<UserRow>(byIds, [ids])
  return new Map(rows.map((row) => [row.id, row]))
})

/** Returns a user for any caller, also a deleted one; undefined when there is none. */
export async function readUser(action: Action<unknown>, id: string): Promise<UserRow | undefined> {
  if (!action.transaction.isOpen) return readBatched(action.database, id)
  const [row] = await action.transaction.query<UserRow>(byIds, [[id]])
  return row
}

/** Returns a user as this caller may see it. Throws `not-found`, or `gone` after a deletion. */
export async function findUser(action: Action<unknown>, id: string): Promise<UserRow> {
  return present(await readVisible(action, id), 'user', action.time)
}

const held = { name: 'user held', text: `${byIds.text} for key share` }

/** Returns a user, like `findUser`, for a change of records that belong to the user. The user cannot be deleted before the transaction ends. */
export async function holdUser({ transaction, principal, time }: Action<unknown>, id: string): Promise<UserRow> {
  const [row] = maySee(principal, id) ? await transaction.query<UserRow>(held, [[id]]) : []
  return present(row, 'user', time)
}

/** Returns a user, also long after a deletion: other records about the user may still be there. Throws `not-found`. */
export async function findUserOrTombstone(action: Action<unknown>, id: string): Promise<UserRow> {
  return existing(await readVisible(action, id), 'user')
}

async function readVisible(action: Action<unknown>, id: string): Promise<UserRow | undefined> {
  return maySee(action.principal, id) ? readUser(action, id) : undefined
}

/** Returns a user for a change: locked until the transaction ends. Throws like `findUser`. */
export async function lockUser({ transaction, principal, input, time }: Action<{ user_id: string }>): Promise<User> {
  const { user_id: id } = input
  const row = maySee(principal, id) ? await lockById(transaction, User, id) : null
  return present(row, 'user', time)
}

/** Returns a user, like `lockUser`, for a change of the record itself. Throws `forbidden` when the caller does not hold the power of the record. */
export async function lockRecord(action: Action<{ user_id: string }>): Promise<User> {
  const user = await lockUser(action)
  action.requirePower('This user', access.powerOfRecord(accountOf(user)))
  return user
}

const byAddresses = {
  name: 'user addresses held',
  text: 'select "email_key" from "users" where "email_key" = any($1)',
}

/** Returns the addresses that other records hold, of those given in their unique form. Other transactions may take more of them until this one ends. */
export async function heldAddresses(transaction: Transaction, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ email_key: string }>(byAddresses, [keys])
  return new Set(rows.map(({ email_key }) => email_key))
}

/** Whether a caller may see a user. Text of another form names no record. */
function maySee(principal: Principal, id: string): boolean {
  return isId(userPrefix, id) && sees(principal, id)
}
