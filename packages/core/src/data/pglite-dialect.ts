import { type messages, type PGlite, protocol } from '@electric-sql/pglite'
import { CompiledQuery, type DatabaseConnection, PGliteDialect, PGliteDriver, type QueryResult } from 'kysely'
import { requireCommitted } from './committed.ts'
import { sendTo } from './embedded-end.ts'
import { inStatement } from '../tracing/statement.ts'
import type { Tracing } from '../tracing/tracing.ts'

const { serialize } = protocol

/** Maximum number of statements that stay prepared; the least recently used one is closed for a new one. Each takes some kilobytes in the database. */
const MOST_PREPARED = 256

/** Commands whose rows are counted. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Kysely's dialect for an embedded database, which Kysely does not close. Kysely's own dialect parses and describes a statement at each call, in five messages.
 * This one does so once per statement, and from then on sends bind and execute together.
 */
export class EmbeddedDialect extends PGliteDialect {
  readonly #pglite: PGlite
  readonly #tracing: Tracing | undefined

  constructor(pglite: PGlite, tracing?: Tracing) {
    super({ pglite })
    this.#pglite = pglite
    this.#tracing = tracing
  }

  override createDriver(): EmbeddedDriver {
    return new EmbeddedDriver(this.#pglite, this.#tracing)
  }
}

/** The driver of a single connection. Kysely lets one transaction or query after the other have the connection. */
class EmbeddedDriver extends PGliteDriver {
  readonly #connection: EmbeddedConnection

  constructor(pglite: PGlite, tracing: Tracing | undefined) {
    super({ pglite })
    this.#connection = new EmbeddedConnection(pglite, tracing)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('begin'))
  }

  override async commitTransaction(): Promise<void> {
    requireCommitted(await this.#connection.commandOf(CompiledQuery.raw('commit')))
  }

  override async rollbackTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  override async destroy(): Promise<void> {}
}

/** A statement that the database has parsed. */
interface Prepared {
  readonly name: string
  readonly parameterTypes: readonly number[]
  readonly columns: readonly Column[]
}

/** What the database answers to a statement with these columns. */
interface Answer {
  readonly columns: readonly Column[]
  readonly messages: messages.BackendMessage[]
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** Returns PostgreSQL's text for a value, or an array of values, of a type that PGlite did not know when it began. */
const asText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`
    : String(value)

/** Number of the last statement. Names stay unique for all connections that use one database in turn. */
let lastName = 0

class EmbeddedConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #tracing: Tracing | undefined
  /** Prepared statements by their texts, the last used at the end. */
  readonly #prepared = new Map<string, Prepared>()

  constructor(pglite: PGlite, tracing: Tracing | undefined) {
    this.#pglite = pglite
    this.#tracing = tracing
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { columns, messages } = await this.#answer(query)
    return resultOf<Row>(columns, messages)
  }

  /** Executes a query, and returns the command that the database says it has executed. */
  async commandOf(query: CompiledQuery): Promise<string | undefined> {
    const { messages } = await this.#answer(query)
    const complete = messages.find((message) => message.name === 'commandComplete')
    return (complete as messages.CommandCompleteMessage | undefined)?.text.split(' ')[0]
  }

  #answer(query: CompiledQuery): Promise<Answer> {
    return this.#tracing ? inStatement(this.#tracing, query.sql, () => this.#execute(query)) : this.#execute(query)
  }

  #execute({ sql, parameters }: CompiledQuery): Promise<Answer> {
    return this.#pglite.runExclusive(async () => {
      const statement = await this.#statement(sql)
      const values = parameters.map((value, index) => this.#written(value, statement.parameterTypes[index]!))
      const bind = serialize.bind({ statement: statement.name, values })
      return {
        columns: statement.columns,
        messages: await this.#send(bind, serialize.execute({}), serialize.sync()),
      }
    })
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Long results are read in slices of a snapshot, not as a stream.')
  }

  async #statement(text: string): Promise<Prepared> {
    const statement = this.#prepared.get(text) ?? (await this.#prepare(text))
    this.#prepared.delete(text)
    this.#prepared.set(text, statement)
    return statement
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `statement_${++lastName}`
    const parse = serialize.parse({ name, text })
    const answer = await this.#send(
      ...this.#makeWay(),
      parse,
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const parameters = answer.find((message) => message.name === 'parameterDescription')
    const row = answer.find((message) => message.name === 'rowDescription')
    return {
      name,
      parameterTypes: (parameters as messages.ParameterDescriptionMessage).dataTypeIDs,
      columns: ((row as messages.RowDescriptionMessage | undefined)?.fields ?? []).map((field) => ({
        name: field.name,
        read: (this.#pglite.parsers[field.dataTypeID] as Column['read'] | undefined) ?? asText,
      })),
    }
  }

  #makeWay(): Uint8Array[] {
    if (this.#prepared.size < MOST_PREPARED) return []
    const [text, { name }] = this.#prepared.entries().next().value!
    this.#prepared.delete(text)
    return [serialize.close({ type: 'S', name })]
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const write = this.#pglite.serializers[type] ?? asText
    return write(value)
  }

  #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return sendTo(this.#pglite, Buffer.concat(parts))
  }
}

function resultOf<Row>(columns: readonly Column[], answer: messages.BackendMessage[]): QueryResult<Row> {
  const rows: Row[] = []
  let numAffectedRows: bigint | undefined
  for (const message of answer) {
    if (message.name === 'dataRow') rows.push(rowOf(columns, message as messages.DataRowMessage) as Row)
    if (message.name === 'commandComplete') numAffectedRows = affected(message as messages.CommandCompleteMessage)
  }
  return numAffectedRows === undefined ? { rows } : { rows, numAffectedRows }
}

function rowOf(columns: readonly Column[], { fields }: messages.DataRowMessage): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { name, read }] of columns.entries()) {
    const text = fields[index]!
    row[name] = text === null ? null : read(text)
  }
  return row
}

/** Returns the number of rows that a command changed: 3 for `UPDATE 3`. */
function affected({ text }: messages.CommandCompleteMessage): bigint | undefined {
  const words = text.split(' ')
  return CHANGES.has(words[0]!) ? BigInt(words.at(-1)!) : undefined
}
