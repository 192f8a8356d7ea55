import { access } from '@roster/api'
import type { Database } from '@roster/api'
import { application, addDemo, createFirstKey, ensureAdminKey, entities, migrate, openDatabase } from '@roster/api/app'
import type { Logger } from 'pino'
import type { Settings } from '../settings/schema.ts'

/** Opens the database that the settings name. */
export function openApplicationDatabase(settings: Settings): Promise<Database> {
  const location = settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { directory: settings.ROSTER_DATA_DIR }
  return openDatabase(location, { entities })
}

/** Brings the schema, the administrator's key of the settings and the demo data about. */
export async function prepare(database: Database, settings: Settings, logger: Logger): Promise<void> {
  const migrations = settings.ROSTER_MIGRATE === 'on' ? await migrate(database, application.ledgers) : []
  if (migrations.length > 0) logger.info({ migrations }, 'Migrated')
  const { ROSTER_ADMIN_API_KEY: secret } = settings
  if (secret !== undefined && !(await ensureAdminKey({ database, access }, secret, Date.now()))) logger.warn(KEY_ENDED)
  if (settings.demo) await addDemo(database)
}

const KEY_ENDED =
  'The key in ROSTER_ADMIN_API_KEY was revoked or replaced, and stays so. Set it to a new one, or take it out of the settings'

/** The secret of the administrator's key, which the first start makes when the settings name none. */
export async function firstKeyOf(database: Database, settings: Settings): Promise<string | undefined> {
  return settings.ROSTER_ADMIN_API_KEY === undefined ? createFirstKey({ database, access }, Date.now()) : undefined
}
