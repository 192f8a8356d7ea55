import type { SqlEntityManager } from '@mikro-orm/sql'
import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import type { Query, Statement } from './statement.ts'

/** Returns a function that runs statements through Kysely, where the driver has one connection. */
export const queryThrough =
  (client: QueryExecutorProvider): Query =>
  async <Row>({ text }: Statement, values: readonly unknown[] = []) => {
    const { rows } = await client.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

/** Returns a function that runs statements inside the transaction that an entity manager has begun. */
export const queryIn = (em: SqlEntityManager): Query =>
  queryThrough(em.getTransactionContext() as QueryExecutorProvider)
