import type { EntitySchema, MikroORM } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { Pooling } from './pooling.ts'
import type { Snapshot } from './snapshot.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Query } from './statement.ts'

export type Orm = MikroORM<any, SqlEntityManager<any>>

/** A table as `defineEntity` describes it, with rows of any type. */
export type AnyEntity = EntitySchema<any, any>

/** The part of a database that differs between the embedded one and a server. */
export interface Driver {
  readonly orm: Orm
  /** Name of the application for programs, such as `library`: its connections, channels and locks on a server have this name. */
  readonly name: string
  /** Tracing of statements, and of the work around them. Default: nothing is traced. */
  readonly tracing?: Tracing | undefined
  /** Whether other processes may change the database too. */
  readonly isShared: boolean
  /** The pooler before the server. In `transaction` mode statements are planned at every call. */
  readonly pooling: Pooling
  /** Whether `listen` receives notifications; else it calls back for nothing once a second. */
  readonly hears: boolean
  /** Runs one statement on its own and returns its rows. Inside a transaction use `Transaction.query`: on PGlite this one would wait for ever. */
  query: Query
  /** Returns a function that runs statements inside the transaction that an entity manager has begun. */
  queryIn(em: SqlEntityManager): Query
  /**
   * Runs reads that all see one moment of the database, however long they take and whatever others commit meanwhile. On PGlite each read sees what is committed
   * by then.
   */
  snapshot<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** Runs `run` while no other process on this database holds the same lock. `run` may open transactions of its own. */
  alone<Result>(lock: number, run: () => Promise<Result>): Promise<Result>
  /**
   * Calls back with each payload that a process sends on a channel with NOTIFY, and with an empty payload after each time in which one could have been missed.
   * It may also call for nothing, and does not call while no connection can be opened. On PGlite it never calls, as no other process sends. Behind a pooler in
   * transaction mode, without a direct address, it hears nothing and calls for nothing once a second.
   */
  listen(channel: string, call: (payload: string) => void): Listener
  /** Copies the files of the embedded database, as of one moment, into a new directory. Absent on a server and in memory, where there are no files. */
  copyFiles?: (directory: string) => Promise<void>
  /** Returns the number of queries that wait for a connection now. */
  waiting(): number
  close(): Promise<void>
}

export interface Listener {
  close(): Promise<void>
}
