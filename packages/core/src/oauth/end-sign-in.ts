import type { Transaction } from '../data/transaction.ts'

const remove = { name: 'oauth sign-in remove', text: 'delete from oauth_artifacts where uid = $1 returning payload' }

/**
 * Ends a sign-in at the authorization server, and returns the sealed contents of its artifacts. `uid` is the hash by which they are found. Grants to
 * apps stay.
 */
export async function endSignIn(transaction: Transaction, uid: string): Promise<string[]> {
  const rows = await transaction.query<{ payload: string }>(remove, [uid])
  return rows.map(({ payload }) => payload)
}
