import type { Driver } from './driver.ts'
import { Transaction } from './transaction.ts'

/** Where records are kept: an embedded PGlite or a PostgreSQL server, behind one MikroORM. */
export interface Database extends Driver {
  /** A unit of work. Nothing is sent before its first query or its commit. */
  transaction(): Transaction
}

export function databaseOf(driver: Driver): Database {
  return { ...driver, transaction: () => new Transaction(driver) }
}
