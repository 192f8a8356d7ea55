import type { Ledger } from '../data/migrate.ts'
import type { Query } from '../data/statement.ts'
import { type Table, tablesOf } from './tables.ts'
import { UNFINISHED } from './unfinished.ts'

/** Returns the tables that a copy includes: all except the tables of migrations and of an unfinished copy. */
export const copiedTables = (query: Query, ledgers: readonly Ledger[]): Promise<Table[]> =>
  tablesOf(query, [UNFINISHED, ...ledgers.map(({ table }) => table)])
