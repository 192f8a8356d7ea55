import type { Query } from '../data/statement.ts'
import { sealedColumns } from './sealed-columns.ts'

const places = Object.values(sealedColumns).flat()

/** Whether anything in a database is sealed, whichever of its tables there are. */
export async function holdsSealed(query: Query): Promise<boolean> {
  for (const { table, column } of places) if (await isSealedIn(query, table, column)) return true
  return false
}

async function isSealedIn(query: Query, table: string, column: string): Promise<boolean> {
  const [found] = await query<{ there: boolean }>({ text: 'select to_regclass($1) is not null as there' }, [table])
  if (!found!.there) return false
  return (await query({ text: `select from ${table} where ${column} <> '' limit 1` })).length > 0
}
