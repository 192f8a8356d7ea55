import type { Ledger } from '../data/migrate.ts'
import type { Query } from '../data/statement.ts'
import { type Table, tablesOf } from './tables.ts'
import { UNFINISHED } from './unfinished.ts'

/** The tables of a database that are copied: all but those that say what was done to it. */
export const copiedTables = (query: Query, ledgers: readonly Ledger[]): Promise<Table[]> =>
  tablesOf(query, [UNFINISHED, ...ledgers.map(({ table }) => table)])
