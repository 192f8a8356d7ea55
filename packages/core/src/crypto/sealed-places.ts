import type { Query } from '../data/statement.ts'
import { type SealedPurpose, sealedColumns } from './sealed-columns.ts'

/** A column with sealed texts. */
export interface SealedPlace {
  purpose: SealedPurpose
  table: string
  column: string
}

/** Number of texts in one read. */
const BATCH = 100

const all = Object.entries(sealedColumns).flatMap(([purpose, columns]) =>
  columns.map((place): SealedPlace => ({ ...place, purpose: purpose as SealedPurpose })),
)

/** Returns the columns with sealed texts, of the tables that exist. */
export async function sealedPlaces(query: Query): Promise<SealedPlace[]> {
  const tables = await query<{ name: string }>(
    { text: 'select name from json_array_elements_text($1) as name where to_regclass(name) is not null' },
    [JSON.stringify(all.map(({ table }) => table))],
  )
  const there = new Set(tables.map(({ name }) => name))
  return all.filter(({ table }) => there.has(table))
}

/** Yields the sealed texts in a column. */
export async function* sealedTexts(query: Query, { table, column }: SealedPlace): AsyncGenerator<string> {
  const text = `select id, ${column} as sealed from ${table} where id > $1 and ${column} <> '' order by id limit ${BATCH}`
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: { id: string; sealed: string }[] = await query({ text }, [after])
    for (const { sealed } of rows) yield sealed
    after = rows.length < BATCH ? undefined : rows.at(-1)!.id
  }
}
