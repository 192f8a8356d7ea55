import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import type { QueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg'
import { requireCommitted } from './committed.ts'
import { isRefusal } from './refusal.ts'
import { inStatement } from '../tracing/statement.ts'
import type { Tracing } from '../tracing/tracing.ts'

/**
 * Kysely's dialect for a pool, which Kysely does not close. Kysely's own driver gives a connection back only after a COMMIT or a ROLLBACK that succeeded, and
 * so never one that was lost in a transaction. This one does.
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

  override async beginTransaction(connection: PoolConnection): Promise<void> {
    try {
      await connection.executeQuery(BEGIN)
    } catch (error) {
      connection.discard()
      throw error
    }
  }

  override async commitTransaction(connection: PoolConnection): Promise<void> {
    requireCommitted(await connection.commandOf(COMMIT))
  }

  /** Rolls back, and always succeeds: where the connection is lost, or is closed here, the server rolls back by itself. */
  override async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => connection.discard())
  }

  override async releaseConnection(connection: object): Promise<void> {
    ;(connection as PoolConnection).release()
  }

  override async destroy(): Promise<void> {}
}

/** Each statement sees what was committed before it, whatever level of isolation the session begins with. */
const BEGIN = CompiledQuery.raw('begin isolation level read committed')

const COMMIT = CompiledQuery.raw('commit')

/** Commands whose rows are counted. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A client of the pool, for the time of one transaction or query. */
class PoolConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #tracing: Tracing | undefined
  #isHeld = true

  constructor(client: PoolClient, tracing: Tracing | undefined) {
    this.#client = client
    this.#tracing = tracing
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#execute(query)
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** Executes a query, and returns the command that the server says it has executed. */
  async commandOf(query: CompiledQuery): Promise<string> {
    const { command } = await this.#execute(query)
    return command
  }

  async #execute(query: CompiledQuery): Promise<PgResult> {
    try {
      return await (this.#tracing ? this.#traced(this.#tracing, query) : this.#send(query))
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

  /** Gives the client back to the pool. Does nothing when it was given back before. */
  release(): void {
    this.#giveBack(false)
  }

  /** Gives the client back to be closed, because its state is unknown. */
  discard(): void {
    this.#giveBack(true)
  }

  #giveBack(toBeClosed: boolean): void {
    if (this.#isHeld) this.#client.release(toBeClosed)
    this.#isHeld = false
  }
}
