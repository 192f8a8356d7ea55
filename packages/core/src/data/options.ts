import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { Tracing } from '../tracing/tracing.ts'
import type { AnyEntity } from './driver.ts'

/** A database on a server. */
export interface ServerLocation {
  url: string
  /** The same database without a pooler before it, for what must hold a session. Default: `url`. */
  directUrl?: string | undefined
}

/** How a database is opened, wherever it is. */
export interface DatabaseOptions {
  /** What the application is called to programs: the `slug` of its naming. */
  name: string
  entities: AnyEntity[]
  /** Most connections to a server at once. Default: 10. */
  connections?: number
  /** How long a statement may take on a server, in seconds; 0 for any time. Default: 60. */
  statementTimeout?: number
  /** An embedded database that is open already. Whoever opened it closes it. Default: one of its own. */
  pglite?: PGlite
  /** What traces are made with. Default: nothing is traced. */
  tracing?: Tracing | undefined
}

/** What MikroORM is told whichever driver it runs on; the CLI reads the same. */
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
      // Each is committed by itself: what one locks, it locks no longer than it takes, and indexes can be made while others write.
      allOrNothing: false,
      emit: 'ts' as const,
      fileName: (timestamp: string, name = 'changes') => `${timestamp}_${name}`,
      safe: true,
      silent: true,
    },
  }
}
