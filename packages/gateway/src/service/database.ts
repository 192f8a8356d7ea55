import type { Application, Database } from '@roster/core'
import {
  createFirstKey,
  ensureAdminKey,
  type DatabaseOptions,
  endEndpointLeases,
  endExportLeases,
  exportedColumns,
  makeAlone,
  migrate,
  openDatabase,
  requireAccounts,
  requireFinished,
  requireTables,
  signingKeys,
  widenSetupKeys,
} from '@roster/core/server'
import type { Settings } from '../settings/schema.ts'
import { variable } from '../settings/variable.ts'
import { endBy } from './end-by.ts'
import { requireNotMoved } from './moved.ts'
import { type Runtime, sourceOf } from './runtime.ts'
import { requireSchema } from './schema-behind.ts'

/** Opens the database that the settings name. Throws `DirectoryMoved` when the records of the data directory were moved elsewhere. */
export async function openApplicationDatabase(
  { naming, entities }: Application,
  settings: Settings,
  options: Pick<DatabaseOptions, 'statementTimeout' | 'tracing' | 'onHearing'> = {},
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: directory } = settings
  const all = { ...options, name: naming.slug, entities }
  if (url !== undefined) return openDatabase({ url, directUrl }, all)
  requireNotMoved(directory)
  const database = await openDatabase({ directory }, all)
  try {
    // A move may have ended before this process had the directory's lock.
    requireNotMoved(directory)
    return database
  } catch (error) {
    return endBy(error, () => database.close())
  }
}

/** Prepares the database: migrations, the scopes of the keys that a start has made, the administrator's key of the settings, the demo data and a signing key. */
export async function prepare(runtime: Runtime): Promise<void> {
  const { application, naming, settings, logger, database, secrets, now } = runtime
  await requireFinished(database.query)
  if (settings.MIGRATE === 'off') await requireSchema(runtime)
  const migrations = settings.MIGRATE === 'on' ? await migrate(database, application.ledgers, requireFinished) : []
  if (migrations.length > 0) logger.info({ migrations }, 'Migrated')
  await requireTables(database, exportedColumns(application.exported))
  await requireAccounts(database)
  if (!database.isShared) await endLeases(database)
  const keys = await widenSetupKeys(sourceOf(runtime))
  if (keys.length > 0) logger.info({ keys }, 'The keys of the setup hold the scopes that the application has gained')
  const { ADMIN_API_KEY: secret } = settings
  if (secret !== undefined && !(await ensureAdminKey(sourceOf(runtime), secret, now())))
    logger.warn(keyEnded(variable(naming, 'ADMIN_API_KEY')))
  if (settings.demo) await makeAlone(database, async () => application.addDemo?.(database))
  await signingKeys(database, secrets, now).list()
}

/** Ends all leases. A database that is not shared has no other process, so the holders of its leases were killed. */
async function endLeases(database: Database): Promise<void> {
  await endEndpointLeases(database)
  await endExportLeases(database)
}

const keyEnded = (setting: string) =>
  `The key in ${setting} was revoked or replaced, and stays so. Set it to a new one, or take it out of the settings`

/** Returns the secret of the administrator's key when this start creates it: at the first start, when the settings name none. Undefined otherwise. */
export async function firstKeyOf(runtime: Runtime): Promise<string | undefined> {
  return runtime.settings.ADMIN_API_KEY === undefined ? createFirstKey(sourceOf(runtime), runtime.now()) : undefined
}
