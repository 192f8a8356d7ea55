import type { PoolClient } from 'pg'
import type { Pooling } from './pooling.ts'
import { isRefusal } from './refusal.ts'
import type { Query, Statement } from './statement.ts'
import { inStatement } from '../tracing/statement.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** Takes a connection, which the caller releases. */
export type Connect = () => Promise<PoolClient>

/**
 * Returns a function that runs each statement on a connection of its own. The pool's `query` would close the connection of every statement that the server
 * refuses.
 */
export function queryOn(connect: Connect, pooling: Pooling, tracing?: Tracing): Query {
  const asSent = pooling === 'transaction' ? withoutName : asGiven
  const run: Query = async (statement, values = []) => {
    const client = await connect()
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
  return tracing ? (statement, values) => inStatement(tracing, statement.text, () => run(statement, values)) : run
}

const asGiven = (statement: Statement) => statement

/** Returns a statement without its name: the next one may meet another session, where nothing, or another statement, is prepared under this name. */
const withoutName = ({ text, query_timeout }: Statement): Statement => ({
  text,
  ...(query_timeout !== undefined && { query_timeout }),
})
