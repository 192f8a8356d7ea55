import { constants, cpSync } from 'node:fs'
import { join } from 'node:path'
import { MikroORM } from '@mikro-orm/pglite'
import { KEPT } from './data-directory.ts'
import { type Database, databaseOf } from './database.ts'
import { startIn, startInMemory } from './embedded-cluster.ts'
import { queryIn, queryThrough } from './kysely-query.ts'
import { lockDirectory } from './directory-lock.ts'
import { mappingOptions, type DatabaseOptions } from './options.ts'
import { EmbeddedDialect } from './pglite-dialect.ts'
import { withoutTransaction } from './snapshot.ts'
import type { Query } from './statement.ts'
import { columnParsers } from './types.ts'

/**
 * Opens the embedded PostgreSQL. With a directory it owns that directory, and throws `DirectoryInUse` when another process does;
 * without one it lives in memory.
 */
export async function openPglite(directory: string | undefined, options: DatabaseOptions): Promise<Database> {
  const lock = directory === undefined ? undefined : lockDirectory(directory)
  try {
    const pglite =
      options.pglite ?? (await (directory === undefined ? startInMemory() : startIn(join(directory, KEPT.cluster))))
    Object.assign(pglite.parsers, columnParsers)
    await pglite.exec("set timezone = 'UTC'")
    const orm = await MikroORM.init({
      ...mappingOptions(options),
      dbName: 'postgres',
      driverOptions: new EmbeddedDialect(pglite, options.tracing),
    })
    const query = queryThrough(orm.em.getConnection().getClient())
    return databaseOf({
      orm,
      name: options.name,
      tracing: options.tracing,
      isShared: false,
      pooling: 'none',
      hears: true,
      query,
      queryIn,
      snapshot: (read) => read(withoutTransaction(query)),
      alone: (_lock, run) => run(),
      listen: () => ({ close: async () => {} }),
      waiting: () => 0,
      ...(directory !== undefined && { copyFiles: copyingFrom(join(directory, KEPT.cluster), query) }),
      async close() {
        await orm.close()
        if (!options.pglite) await pglite.close()
        lock?.release()
      },
    })
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * Between two statements the files are those of a server whose power was cut: what was committed is in them, and a start brings it back. The checkpoint
 * leaves it little to do. Nothing else runs in this process while they are copied, which a file system that shares blocks does at once.
 */
const copyingFrom = (files: string, query: Query) => async (to: string) => {
  await query({ text: 'checkpoint' })
  cpSync(files, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
