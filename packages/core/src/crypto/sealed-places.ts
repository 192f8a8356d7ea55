import type { Query } from '../data/statement.ts'
import { type SealedPurpose, sealedColumns } from './sealed-columns.ts'

/** A column of a table. */
export interface Place {
  table: string
  column: string
}

/** A column with sealed texts. */
export interface SealedPlace extends Place {
  purpose: SealedPurpose
}

/** Every column with sealed texts. */
export const everyPlace = Object.entries(sealedColumns).flatMap(([purpose, columns]) =>
  columns.map((place): SealedPlace => ({ ...place, purpose: purpose as SealedPurpose })),
)

/** Returns the columns with sealed texts, of the tables that exist. */
export async function sealedPlaces(query: Query): Promise<SealedPlace[]> {
  const tables = await query<{ name: string }>(
    { text: 'select name from json_array_elements_text($1) as name where to_regclass(name) is not null' },
    [JSON.stringify(everyPlace.map(({ table }) => table))],
  )
  const there = new Set(tables.map(({ name }) => name))
  return everyPlace.filter(({ table }) => there.has(table))
}

/** Number of texts in one read. */
const BATCH = 100

/** Sealed texts in a column, in the order of their identifiers. */
interface SealedBatch {
  rows: readonly { id: string; sealed: string }[]
  /** The identifier after which the next batch begins; undefined at the end. */
  last: string | undefined
}

/** Reads a batch of the sealed texts in a column, after an identifier. The first batch is after an empty text. */
export async function readSealed(query: Query, { table, column }: Place, after: string): Promise<SealedBatch> {
  const text = `select id, ${column} as sealed from ${table} where id > $1 and ${column} <> '' order by id limit ${BATCH}`
  const rows = await query<SealedBatch['rows'][number]>({ text }, [after])
  return { rows, last: rows.length < BATCH ? undefined : rows.at(-1)!.id }
}

/** Yields the sealed texts in a column. */
export async function* sealedTexts(query: Query, place: Place): AsyncGenerator<string> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const { rows, last }: SealedBatch = await readSealed(query, place, after)
    for (const { sealed } of rows) yield sealed
    after = last
  }
}
