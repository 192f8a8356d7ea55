import type { Transaction } from '../data/transaction.ts'

const remove = { name: 'oauth sign-in remove', text: 'delete from oauth_artifacts where uid = $1' }

/** Ends a sign-in at the authorization server, by what its artifact is found by. What apps were granted by it goes on. */
export async function endSignIn(transaction: Transaction, uid: string): Promise<void> {
  await transaction.query(remove, [uid])
}
