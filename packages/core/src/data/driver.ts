import type { EntitySchema, MikroORM } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { Pooling } from './pooling.ts'
import type { Snapshot } from './snapshot.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Query } from './statement.ts'

export type Orm = MikroORM<any, SqlEntityManager<any>>

/** A table, as `defineEntity` describes it, whatever its rows are. */
export type AnyEntity = EntitySchema<any, any>

/** What differs between the embedded database and a server. */
export interface Driver {
  readonly orm: Orm
  /** What the application is called to programs, such as `library`: connections, channels and locks on a server are its own by that. */
  readonly name: string
  /** What traces of statements, and of what is done with them, are made with. Default: nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** Whether other processes may change it too. */
  readonly isShared: boolean
  /** What stands before the server. In `transaction` mode statements are planned at every call. */
  readonly pooling: Pooling
  /** Whether `listen` hears what is sent; else it calls for nothing once a second. */
  readonly hears: boolean
  /** Runs one statement on its own and returns its rows. Inside a transaction use `Transaction.query`: on PGlite this would wait for ever. */
  query: Query
  /** Makes what runs statements inside the transaction that an entity manager has begun. */
  queryIn(em: SqlEntityManager): Query
  /**
   * Reads one moment of the database, however long it takes and whatever others commit meanwhile. On PGlite each read sees what is
   * committed by then.
   */
  snapshot<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** Runs something that no other process on this database runs at the same time. It may open transactions of its own. */
  alone<Result>(lock: number, run: () => Promise<Result>): Promise<Result>
  /**
   * Calls back with what a process sends on a channel with NOTIFY, and with nothing after each time that could have been missed. It may call for nothing,
   * and never again while no connection can be had. On PGlite nobody else sends, and it never calls; behind a pooler in
   * transaction mode what is sent is not heard unless there is a direct address, and it calls for nothing once a second.
   */
  listen(channel: string, call: (payload: string) => void): Listener
  /** Copies the files of the embedded database, as it is at one moment, into a directory that is made for them. On a server, and in memory, there are none. */
  copyFiles?: (directory: string) => Promise<void>
  /** How many queries wait for a connection now. */
  waiting(): number
  close(): Promise<void>
}

export interface Listener {
  close(): Promise<void>
}
