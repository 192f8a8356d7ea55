import { TOMBSTONE_LIFETIME } from '../data/absence.ts'
import type { Transaction } from '../data/transaction.ts'

const ofUser = { name: 'end sessions of user', text: 'delete from sessions where user_id = $1 and deleted_at is null' }

/** Ends every session and grant of a user. */
export async function endSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(ofUser, [userId])
}

const endBy = (column: 'id' | 'uid') => ({
  name: `end session by ${column}`,
  text: `update sessions set deleted_at = $2, expires_at = $3, token_hash = null, csrf_token = null, grant_id = null, client_id = null, scopes = null,
    address = null, user_agent = null where ${column} = $1 and deleted_at is null returning id`,
})
const [byId, byUid] = [endBy('id'), endBy('uid')]

/** Ends a session, and leaves a tombstone without its details. Returns false when it has ended already. `time` is in milliseconds. */
export async function endSession(transaction: Transaction, id: string, time: number): Promise<boolean> {
  return (await transaction.query(byId, [id, ...untilForgotten(time)])).length === 1
}

/** Ends the session of a sign-in at the authorization server. `uid` is the hash by which its artifact is found. */
export async function endSessionOfSignIn(transaction: Transaction, uid: string, time: number): Promise<void> {
  await transaction.query(byUid, [uid, ...untilForgotten(time)])
}

const untilForgotten = (time: number) =>
  [time, time + TOMBSTONE_LIFETIME].map((instant) => new Date(instant).toISOString())
