import { TOMBSTONE_LIFETIME } from '../data/absence.ts'
import type { Transaction } from '../data/transaction.ts'

const ofUser = { name: 'end sessions of user', text: 'delete from sessions where user_id = $1 and deleted_at is null' }

/** Ends every session and grant of a user. */
export async function endSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(ofUser, [userId])
}

const byId = {
  name: 'end session',
  text: `update sessions set deleted_at = $2, expires_at = $3, token_hash = null, csrf_token = null, grant_id = null, address = null, user_agent = null
    where id = $1 and deleted_at is null returning id`,
}

/**
 * Leaves a tombstone of a session, which tells nothing of it but that it was. False where it has ended already. `time` is in milliseconds.
 */
export async function endSession(transaction: Transaction, id: string, time: number): Promise<boolean> {
  const [now, forgotten] = [time, time + TOMBSTONE_LIFETIME].map((instant) => new Date(instant).toISOString())
  return (await transaction.query(byId, [id, now, forgotten])).length === 1
}
