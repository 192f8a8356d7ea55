import type { Database } from '@roster/api'
import { addDemo, createFirstKey, ensureAdminKey, entities, migrate, openDatabase } from '@roster/api/app'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'

/** Opens the database that the settings name. */
export function openApplicationDatabase(settings: Settings): Promise<Database> {
  const location = settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { directory: settings.ROSTER_DATA_DIR }
  return openDatabase(location, { entities })
}

/** Schema, administrator's key and demo data. Returns the secret of the first key, if this start made one. */
export async function prepare(database: Database, settings: Settings, logger: Logger): Promise<string | undefined> {
  const migrations = settings.ROSTER_MIGRATE === 'on' ? await migrate(database) : []
  if (migrations.length > 0) logger.info({ migrations }, 'Migrated')
  const time = Date.now()
  const adminKey = settings.ROSTER_ADMIN_API_KEY
  const firstKey = adminKey ? await ensureAdminKey(database, adminKey, time) : await createFirstKey(database, time)
  if (process.argv.includes('--demo')) await addDemo(database)
  return firstKey ?? undefined
}
