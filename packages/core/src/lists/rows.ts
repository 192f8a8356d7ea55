import { MAX_LIMIT } from '../contract/lists.ts'
import type { Conditions } from '../data/conditions.ts'
import type { Database } from '../data/database.ts'
import { prepared } from '../data/prepared.ts'
import { sharing } from '../data/sharing.ts'
import type { Statement } from '../data/statement.ts'

/** A list as SQL. The names are written by resources, never by callers. */
export interface Selection {
  table: string
  columns: readonly string[]
  /** The column that identifies a record, by which ties are broken. Default: `id`. */
  key?: string
  /** What records must satisfy, with their values: what the indexes of the orders answer. */
  where: Conditions
  /** What they must satisfy besides, if only few of them may. */
  filter?: Filter | undefined
}

/** One condition of a list in two forms, each added to other conditions. */
export interface Filter {
  /** For records at hand: cheap to check, one by one. */
  checked: (conditions: Conditions) => Conditions
  /** For all records: an index finds those that satisfy it. */
  indexed: (conditions: Conditions) => Conditions
}

/** Which stretch of a list, in which order. */
export interface Stretch {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

export type Row = Record<string, unknown>

/** Down to which record a stretch is near the top. */
const NEAR = 1_000

/** How many records a walk looks at for each one it needs. Among the last ones of a long list an index soon finds as many. */
const reach = (needed: number) => needed * (needed > NEAR ? 4 : 100)

/**
 * A stretch of a list. Filtered records are looked for along the order first, in a bounded walk, which soon meets matches that are
 * common; if it meets too few, they are rare and an index finds them all. So no statistics decide, which a planner needs and which
 * say little about a word: misled, it walks through the whole table.
 */
export async function readRows(database: Database, selection: Selection, stretch: Stretch): Promise<Row[]> {
  const { filter } = selection
  if (!filter) return inOrder(database, selection, stretch)
  const near = await nearby(database, selection, filter, stretch)
  return near.length === stretch.limit ? near : found(database, selection, filter, stretch)
}

/** How many records the whole list has. */
export async function countRows(database: Database, { table, where, filter }: Selection): Promise<number> {
  const { text, values } = filter ? filter.indexed(where) : where
  const count = `select count(*) as total from "${table}" where ${text}`
  const [row] = await read<{ total: number }>(database, filter ? { text: count } : prepared(count), values)
  return row!.total
}

const share = sharing<unknown[]>()

/** Runs a statement, once for all who ask the same in one turn of the event loop. */
function read<Found>(database: Database, statement: Statement, values: readonly unknown[]): Promise<Found[]> {
  const key = JSON.stringify([statement.text, values])
  return share(database, key, () => database.reads.query(statement, values)) as Promise<Found[]>
}

/** Most records that are read at once: those of a page, and the one that tells whether another page follows. */
const MOST = MAX_LIMIT + 1

/**
 * Skips over what comes before in the index alone, and then reads the records. The text depends on the order alone, so that it is prepared; the
 * limit that it names, beside the one that is a value, lets the planner know how few records are wanted.
 */
function inOrder(database: Database, { table, columns, where, key = 'id' }: Selection, stretch: Stretch) {
  const { limit, offset } = stretch
  const order = ordered(stretch, key)
  const near = (chosen: string, skip: string) =>
    `(select ${chosen} from "${table}" where ${where.text} ${order} limit ${MOST}${skip}) as "near"`
  const [first, second] = [`$${where.values.length + 1}`, `$${where.values.length + 2}`]
  if (offset === 0) {
    const text = `select ${listed(columns)} from ${near(listed(columns), '')} ${order} limit ${first}`
    return read<Row>(database, prepared(text), [...where.values, limit])
  }
  const page = `(select "${key}" from ${near(`"${key}"`, ` offset ${second}`)} limit ${first}) as "page"`
  const text = `select ${listed(columns)} from ${page} join "${table}" using ("${key}") ${order}`
  return read<Row>(database, prepared(text), [...where.values, limit, offset])
}

function nearby(
  database: Database,
  { table, columns, where, key = 'id' }: Selection,
  filter: Filter,
  stretch: Stretch,
) {
  const { text, values } = filter.checked(where.beside())
  const order = ordered(stretch, key)
  const walk = `${order} limit ${reach(stretch.offset + stretch.limit)}`
  return read<Row>(
    database,
    {
      text:
        `select ${listed(columns)} from (select * from "${table}" where ${where.text} ${walk}) as "near" ` +
        `where ${text} ${order} ${limited(stretch)}`,
    },
    values,
  )
}

/** The `offset 0` keeps the order from the planner, which might walk along it after all. */
function found(database: Database, { table, columns, where, key = 'id' }: Selection, filter: Filter, stretch: Stretch) {
  const { text, values } = filter.indexed(where)
  return read<Row>(
    database,
    {
      text:
        `select ${listed(columns)} from (select * from "${table}" where ${text} offset 0) as "found" ` +
        `${ordered(stretch, key)} ${limited(stretch)}`,
    },
    values,
  )
}

function listed(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

function ordered({ sort, order }: Stretch, key: string): string {
  return sort === key ? `order by "${key}" ${order}` : `order by "${sort}" ${order}, "${key}" ${order}`
}

function limited({ limit, offset }: Stretch): string {
  return `limit ${limit} offset ${offset}`
}
