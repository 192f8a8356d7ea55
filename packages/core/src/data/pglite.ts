import { constants, cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MikroORM } from '@mikro-orm/pglite'
import { KEPT } from './data-directory.ts'
import { type Database, databaseOf } from './database.ts'
import { RUNNING, startIn, startInMemory } from './embedded-cluster.ts'
import { hasEnded } from './embedded-end.ts'
import { queryIn, queryThrough } from './kysely-query.ts'
import { lockDirectory } from './directory-lock.ts'
import { mappingOptions, type DatabaseOptions } from './options.ts'
import { EmbeddedDialect } from './pglite-dialect.ts'
import { withoutTransaction } from './snapshot.ts'
import type { Query } from './statement.ts'
import { columnParsers } from './types.ts'

/** Opens the embedded PostgreSQL: in memory, or in a directory, which it locks. Throws `DirectoryInUse` when another process has locked the directory. */
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
        if (!options.pglite && !hasEnded(pglite)) await pglite.close()
        lock?.release()
      },
    })
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * Returns a function that copies the files. Between two statements the files are those of a server that was killed: they have all that was committed, and a
 * start recovers it. The checkpoint leaves the recovery little to do. Nothing else runs in this process during the copy, which is instant on a file system that
 * shares blocks. The file that tells of a running process is left out: nobody keeps the copy, so that its start need not bring it to the disk.
 */
const copyingFrom = (files: string, query: Query) => async (to: string) => {
  await query({ text: 'checkpoint' })
  cpSync(files, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => basename(path) !== RUNNING,
  })
}
