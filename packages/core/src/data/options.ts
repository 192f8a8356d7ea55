import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import type { AnyEntity } from './driver.ts'

/** A database on a server. */
export interface ServerLocation {
  url: string
  /** The same database without a pooler before it, for what must hold a session. Default: `url`. */
  directUrl?: string | undefined
  /** What answers reads of lists and exports in its place. Default: nothing. */
  replica?: ReplicaLocation | undefined
}

/** A standby of a server, which reads can be sent to. */
export interface ReplicaLocation {
  url: string
  /** How long a read waits for it to catch up, in milliseconds; further behind, it is left out. */
  lag: number
  /** Told in a sentence when it is left out, and when it answers again. */
  tell: (sentence: string) => void
}

export interface DatabaseOptions {
  /** What the application is called to programs: the `slug` of its naming. */
  name: string
  entities: AnyEntity[]
  /** Most connections to a server at once. Default: 10. */
  connections?: number
  /** An embedded database that is open already. Whoever opened it closes it. Default: one of its own. */
  pglite?: PGlite
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
      emit: 'ts' as const,
      fileName: (timestamp: string, name = 'changes') => `${timestamp}_${name}`,
      safe: true,
      silent: true,
    },
  }
}
