import type { Database } from './database.ts'
import type { Transaction } from './transaction.ts'

/** Runs a change in a transaction of its own, which is committed when the change succeeds, and rolled back when it throws. */
export async function inTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction()
  try {
    const result = await change(transaction)
    await transaction.commit()
    return result
  } finally {
    await transaction.rollback()
  }
}
