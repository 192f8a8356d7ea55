import type { Database } from './database.ts'
import type { DatabaseOptions } from './options.ts'

/** Where the database is: a server's URL, or the directory of the embedded one. */
export type Location = { url: string } | { directory: string | undefined }

/** Opens the database. The driver that is not used is not loaded. */
export async function openDatabase(location: Location, options: DatabaseOptions): Promise<Database> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(location.url, options)
  }
  const { openPglite } = await import('./pglite.ts')
  return openPglite(location.directory, options)
}
