import type { Transaction } from '../data/transaction.ts'

const remove = { name: 'oauth sign-in remove', text: 'delete from oauth_artifacts where uid = $1' }

/** Ends a sign-in at the authorization server. `uid` is the hash by which its artifact is found. Grants to apps stay. */
export async function endSignIn(transaction: Transaction, uid: string): Promise<void> {
  await transaction.query(remove, [uid])
}
