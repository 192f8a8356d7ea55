import { access } from '@roster/api'
import type { Database } from '@roster/api'
import { addDemo, createFirstKey, ensureAdminKey, entities, migrate, openDatabase } from '@roster/api/app'
import type { Logger } from 'pino'
import type { Naming } from '../naming/naming.ts'
import { variable } from '../settings/variable.ts'
import type { Settings } from '../settings/schema.ts'

/** Opens the database that the settings name. */
export function openApplicationDatabase(settings: Settings): Promise<Database> {
  const location = settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { directory: settings.DATA_DIR }
  return openDatabase(location, { entities })
}

/** Brings the schema, the administrator's key of the settings and the demo data about. */
export async function prepare(database: Database, naming: Naming, settings: Settings, logger: Logger): Promise<void> {
  const migrations = settings.MIGRATE === 'on' ? await migrate(database) : []
  if (migrations.length > 0) logger.info({ migrations }, 'Migrated')
  const { ADMIN_API_KEY: secret } = settings
  if (secret !== undefined && !(await ensureAdminKey({ database, access }, secret, Date.now())))
    logger.warn(keyEnded(variable(naming, 'ADMIN_API_KEY')))
  if (settings.demo) await addDemo(database)
}

const keyEnded = (setting: string) =>
  `The key in ${setting} was revoked or replaced, and stays so. Set it to a new one, or take it out of the settings`

/** The secret of the administrator's key, which the first start makes when the settings name none. */
export async function firstKeyOf(database: Database, settings: Settings): Promise<string | undefined> {
  return settings.ADMIN_API_KEY === undefined ? createFirstKey({ database, access }, Date.now()) : undefined
}
