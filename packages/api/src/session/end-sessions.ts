import type { Transaction } from '../data/transaction.ts'

const ofUser = { name: 'end sessions of user', text: 'delete from sessions where user_id = $1' }

const expired = {
  name: 'forget sessions',
  text: `delete from sessions where token_hash in
    (select token_hash from sessions where expires_at <= $1 order by expires_at limit 100 for update skip locked)`,
}

/** Ends every session of a user. */
export async function endSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(ofUser, [userId])
}

/** Removes sessions that have run out, some at a time. `now` is an ISO timestamp. */
export async function forgetSessions(transaction: Transaction, now: string): Promise<void> {
  await transaction.query(expired, [now])
}
