import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import type { QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg'
import { isRefusal } from './refusal.ts'
import { inStatement } from '../tracing/statement.ts'
import type { Tracing } from '../tracing/tracing.ts'

/**
 * Kysely on a pool that is ours to close. Kysely's own driver gives a connection back after a COMMIT or a ROLLBACK that succeeded, and
 * so never one that was lost in a transaction; this one does.
 */
export class PoolDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #tracing: Tracing | undefined

  constructor(pool: Pool, tracing?: Tracing) {
    super({ pool })
    this.#pool = pool
    this.#tracing = tracing
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#tracing)
  }
}

class PoolDriver extends PostgresDriver {
  readonly #pool: Pool
  readonly #tracing: Tracing | undefined

  constructor(pool: Pool, tracing: Tracing | undefined) {
    super({ pool })
    this.#pool = pool
    this.#tracing = tracing
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PoolConnection(await this.#pool.connect(), this.#tracing)
  }

  override async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings)
    } catch (error) {
      connection.discard()
      throw error
    }
  }

  /** Always succeeds: where the connection is lost, or is closed here, the server takes the transaction back by itself. */
  override async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => connection.discard())
  }

  override async releaseConnection(connection: object): Promise<void> {
    ;(connection as PoolConnection).release()
  }

  override async destroy(): Promise<void> {}
}

/** Commands whose rows are counted. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A client of the pool, for as long as one transaction or query has it. */
class PoolConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #tracing: Tracing | undefined
  #isHeld = true

  constructor(client: PoolClient, tracing: Tracing | undefined) {
    this.#client = client
    this.#tracing = tracing
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await (this.#tracing ? this.#traced(this.#tracing, query) : this.#send(query))
      return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    } catch (error) {
      if (!isRefusal(error)) this.discard()
      throw error
    }
  }

  #send({ sql, parameters }: CompiledQuery): Promise<PgResult> {
    return this.#client.query(sql, [...parameters])
  }

  #traced(tracing: Tracing, query: CompiledQuery): Promise<PgResult> {
    return inStatement(tracing, query.sql, () => this.#send(query))
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Long results are read in slices of a snapshot, not as a stream.')
  }

  /** Gives the client back for others to use. Does nothing when it was given back before. */
  release(): void {
    this.#giveBack(false)
  }

  /** Gives the client back to be closed, because what state it is in is not known. */
  discard(): void {
    this.#giveBack(true)
  }

  #giveBack(toBeClosed: boolean): void {
    if (this.#isHeld) this.#client.release(toBeClosed)
    this.#isHeld = false
  }
}
