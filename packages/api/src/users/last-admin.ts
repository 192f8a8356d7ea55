import { lastAdmin } from './users.errors.ts'
import type { Transaction } from '@roster/core'
import { Problem } from '@roster/core/contract'
import { access } from '../access.ts'

/** Number of the advisory lock; no other lock of the project has it. */
const LOCK = 0x61646d6e

const lock = { name: 'last-admin lock', text: `select pg_advisory_xact_lock(${LOCK})` }

const another = {
  name: 'last-admin check',
  text: `select 1 from "users" where "role" = any($2) and "status" = 'active' and "deleted_at" is null and "id" <> $1 limit 1`,
}

/**
 * Throws `last-admin` unless an active administrator other than this one remains. Changes that remove an administrator wait for each other, so that two of them
 * cannot both rely on the other's. The check is a separate statement, so that it sees what the change before has committed.
 */
export async function keepOneAdmin(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(lock)
  const others = await transaction.query(another, [id, access.administrators])
  if (others.length === 0) {
    throw new Problem(
      lastAdmin,
      'This is the last active administrator. Make another user an active administrator first.',
    )
  }
}
