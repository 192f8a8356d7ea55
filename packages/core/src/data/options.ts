import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { Tracing } from '../tracing/tracing.ts'
import type { AnyEntity } from './driver.ts'

/** A database on a server. */
export interface ServerLocation {
  url: string
  /** URL of the same database without a pooler before it, for work that must hold a session. Default: `url`. */
  directUrl?: string | undefined
}

/** Options of a database, on a server or embedded. */
export interface DatabaseOptions {
  /** Name of the application for programs: the `slug` of its naming. */
  name: string
  entities: AnyEntity[]
  /** Maximum number of connections to a server at once. Default: 10. */
  connections?: number
  /** How long a statement may take on a server, in seconds; 0 for no limit. Default: 60. */
  statementTimeout?: number
  /** An embedded database that is open already. The caller that opened it closes it. Default: a new one. */
  pglite?: PGlite
  /** Tracing of statements. Default: nothing is traced. */
  tracing?: Tracing | undefined
  /** Called with the error when nothing is heard of other processes, and without one when they are heard again. Default: no call. */
  onHearing?: ((error?: unknown) => void) | undefined
}

/** Returns the options of MikroORM that all drivers share; its CLI reads them too. */
export function mappingOptions({ entities }: Pick<DatabaseOptions, 'entities'>) {
  return {
    entities,
    discovery: { warnWhenNoEntities: false },
    ignoreUndefinedInQuery: true,
    // Functions and views are written by hand into migrations; MikroORM would drop those that no entity mentions.
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
    migrations: {
      path: fileURLToPath(new URL('../../migrations', import.meta.url)),
      glob: '!(*.d).{js,ts}',
      tableName: 'migrations',
      snapshot: true,
      snapshotName: 'schema',
      // Migrating writes to the database only; the snapshot is a source file, kept by `migration:create`.
      snapshotOnMigrate: false,
      // Each migration is committed by itself: it holds its locks only while it runs, and indexes can be made while others write.
      allOrNothing: false,
      emit: 'ts' as const,
      fileName: (timestamp: string, name = 'changes') => `${timestamp}_${name}`,
      safe: true,
      silent: true,
    },
  }
}
