import type { Transaction } from '../data/transaction.ts'
import { deny } from '../identity/deny.ts'
import { artifactKey } from './artifact-key.ts'

// A statement that stores a refresh token locks the same row, so that no token of a grant is stored while the grant is ended.
const lock = { name: 'oauth grant lock', text: 'select from oauth_artifacts where id = $1 for update' }
const remove = { name: 'oauth artifacts of grant remove', text: 'delete from oauth_artifacts where grant_id = $1' }

/** Ends a grant: deletes its codes and refresh tokens, and denies its access tokens. `time` is in milliseconds. */
export async function endGrant(transaction: Transaction, grantId: string, time: number): Promise<void> {
  await transaction.query(lock, [artifactKey('Grant', grantId)])
  await transaction.query(remove, [grantId])
  await deny(transaction, { grant: grantId }, time)
}
