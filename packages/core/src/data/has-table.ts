import type { Query } from './statement.ts'

/** Returns whether a database has a table with this name. */
export async function hasTable(query: Query, name: string): Promise<boolean> {
  const [found] = await query<{ there: boolean }>({ text: 'select to_regclass($1) is not null as there' }, [name])
  return found!.there
}
