import type { Conditions } from '../data/conditions.ts'
import type { Database } from '../data/database.ts'
import { prepared } from '../data/prepared.ts'
import { listed } from '../data/quoted.ts'
import { sharing } from '../data/sharing.ts'
import type { Statement } from '../data/statement.ts'
import { rowsAfter } from './rows-after.ts'
import { beyond, type Filter, MOST, type Row, type Selection, sorting, type Stretch } from './selection.ts'

/** Number of records from the top of a list within which a stretch is near the top. */
const NEAR = 1_000

/** Returns how many records a walk looks at to find the needed ones: 100 for each, or 4 for each far from the top, where an index soon finds as many. */
const reach = (needed: number) => needed * (needed > NEAR ? 4 : 100)

/**
 * Returns a stretch of a list. Filtered records are first looked for along the order, in a bounded walk, which soon meets common matches. If it meets too few,
 * they are rare, and an index finds them all. So the choice does not depend on the planner's statistics, which say little about a word: a misled planner walks
 * through the whole table.
 */
export async function readRows(database: Database, selection: Selection, stretch: Stretch): Promise<Row[]> {
  const { filter } = selection
  const { after, limit } = stretch
  if (!filter) return after ? rowsAfter(database, selection, stretch, after) : inOrder(database, selection, stretch)
  const where = whereAfter(selection, stretch)
  const near = await nearby(database, { ...selection, where }, filter, stretch)
  return near.length === limit ? near : found(database, { ...selection, where }, filter, stretch)
}

function whereAfter({ where, key = 'id' }: Selection, { after, ...order }: Stretch): Conditions {
  if (!after) return where
  return where.and((value) => beyond(order, key, (member) => value(after[member])))
}

/** Returns the number of records in the whole list. */
export async function countRows(database: Database, { table, where, filter }: Selection): Promise<number> {
  const { text, values } = filter ? filter.indexed(where) : where
  const count = `select count(*) as total from "${table}" where ${text}`
  const [row] = await read<{ total: number }>(database, filter ? { text: count } : prepared(count), values)
  return row!.total
}

const share = sharing<unknown[]>()

/** Runs a statement, once for all callers that ask the same in one turn of the event loop. */
function read<Found>(database: Database, statement: Statement, values: readonly unknown[]): Promise<Found[]> {
  const key = JSON.stringify([statement.text, values])
  return share(database, key, () => database.reads.query(statement, values)) as Promise<Found[]>
}

/**
 * Reads a stretch in its order: skips earlier records in the index alone, and then reads the others. The text depends on the order alone, so that it is
 * prepared. Its fixed limit, beside the limit that is a value, tells the planner how few records are wanted.
 */
function inOrder(database: Database, { table, columns, where, key = 'id' }: Selection, stretch: Stretch) {
  const { limit, offset } = stretch
  const order = `order by ${sorting(stretch, key)}`
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
  const order = `order by ${sorting(stretch, key)}`
  const walk = `${order} limit ${reach(stretch.offset + stretch.limit)}`
  return read<Row>(
    database,
    {
      text:
        `select ${listed(columns)} from (select * from "${table}" where ${where.text} ${walk}) as "near" ` +
        `where ${text} ${order} limit ${stretch.limit} offset ${stretch.offset}`,
    },
    values,
  )
}

/** Reads a stretch by the index of the filter. The `offset 0` hides the order from the planner, which might walk along it after all. */
function found(database: Database, { table, columns, where, key = 'id' }: Selection, filter: Filter, stretch: Stretch) {
  const { limit, offset } = stretch
  const { text, values } = filter.indexed(where)
  return read<Row>(
    database,
    {
      text:
        `select ${listed(columns)} from (select * from "${table}" where ${text} offset 0) as "found" ` +
        `order by ${sorting(stretch, key)} limit ${limit} offset ${offset}`,
    },
    values,
  )
}
