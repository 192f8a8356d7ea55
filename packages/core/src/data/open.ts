import type { Database } from './database.ts'
import type { DatabaseOptions, ServerLocation } from './options.ts'

/** Location of the database: a server, or the directory of the embedded one. */
export type Location = ServerLocation | { directory: string | undefined }

/** Opens the database. Loads only the driver that is used. */
export async function openDatabase(location: Location, options: DatabaseOptions): Promise<Database> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(location, options)
  }
  const { openPglite } = await import('./pglite.ts')
  return openPglite(location.directory, options)
}
