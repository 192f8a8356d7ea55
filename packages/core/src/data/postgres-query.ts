import type { Pool } from 'pg'
import type { Pooling } from './pooling.ts'
import { isRefusal } from './refusal.ts'
import type { Query, Statement } from './statement.ts'

const asGiven = (statement: Statement) => statement

/** The next statement may meet another session, where nothing is prepared under this name, or something else is. */
const withoutName = ({ text }: Statement): Statement => ({ text })

/** Runs each statement on a connection of its own. The pool's `query` would close the connection of every statement that is refused. */
export function queryOn(pool: Pool, pooling: Pooling): Query {
  const asSent = pooling === 'transaction' ? withoutName : asGiven
  return async (statement, values = []) => {
    const client = await pool.connect()
    let lost: Error | undefined
    try {
      return (await client.query({ ...asSent(statement), values: values as unknown[] })).rows
    } catch (error) {
      if (!isRefusal(error)) lost = error as Error
      throw error
    } finally {
      client.release(lost)
    }
  }
}
