import { Announcements, type Topic } from './announcements.ts'
import type { Driver } from './driver.ts'
import { groupCommit } from './group-commit.ts'
import type { Reads } from './reads.ts'
import { Transaction } from './transaction.ts'

/** A database of records: an embedded PGlite or a PostgreSQL server, behind one MikroORM. */
export interface Database extends Driver {
  /** Reads of lists and exports: by the database itself, or by replicas beside it. */
  readonly reads: Reads
  /** Returns a new transaction. It sends nothing before its first query or its commit. */
  transaction(): Transaction
  /** Calls back with the messages that transactions of this process announce, each after its commit, until the returned function is called. */
  on<Message>(topic: Topic<Message>, call: (message: Message) => void): () => void
}

/** How many changes that wait to be committed together count as one waiting query: a hundred of them are sent at once, and take longer than a query. */
const CHANGES = 10

export function databaseOf(driver: Driver): Database {
  const announcements = new Announcements()
  const add = groupCommit(driver)
  return {
    ...driver,
    reads: driver,
    waiting: () => driver.waiting() + Math.ceil(add.waiting() / CHANGES),
    transaction: () => new Transaction({ driver, add, announcements }),
    on: (topic, call) => announcements.on(topic, call),
  }
}
