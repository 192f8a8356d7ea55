import { EventEmitter } from 'node:events'
import type { AnyEntity, Driver } from './driver.ts'
import { Transaction } from './transaction.ts'

/** Where records are kept: an embedded PGlite or a PostgreSQL server, behind one MikroORM. */
export interface Database extends Driver {
  /** A unit of work. Nothing is sent before its first query or its commit. */
  transaction(): Transaction
  /** Calls back after every transaction of this process that added rows of an entity, until the returned function is called. */
  onAdded(entity: AnyEntity, call: () => void): () => void
}

export function databaseOf(driver: Driver): Database {
  const added = new EventEmitter()
  const tell = (entities: ReadonlySet<AnyEntity>) => {
    for (const entity of entities) added.emit(entity.meta.tableName)
  }
  return {
    ...driver,
    transaction: () => new Transaction(driver, tell),
    onAdded(entity, call) {
      added.on(entity.meta.tableName, call)
      return () => void added.off(entity.meta.tableName, call)
    },
  }
}
