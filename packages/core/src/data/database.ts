import { Announcements, type Topic } from './announcements.ts'
import type { Driver } from './driver.ts'
import { groupCommit } from './group-commit.ts'
import type { Reads } from './reads.ts'
import { Transaction } from './transaction.ts'

/** Where records are kept: an embedded PGlite or a PostgreSQL server, behind one MikroORM. */
export interface Database extends Driver {
  /** What lists and exports are read by: the database itself, or replicas beside it. */
  readonly reads: Reads
  /** A unit of work. Nothing is sent before its first query or its commit. */
  transaction(): Transaction
  /** Calls back with what transactions of this process announce, each after its commit, until the returned function is called. */
  on<Message>(topic: Topic<Message>, call: (message: Message) => void): () => void
}

export function databaseOf(driver: Driver): Database {
  const announcements = new Announcements()
  const add = groupCommit(driver)
  return {
    ...driver,
    reads: driver,
    transaction: () => new Transaction({ driver, add, announcements }),
    on: (topic, call) => announcements.on(topic, call),
  }
}
