import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Application, Database } from '@roster/core'
import { DirectoryInUse, KEPT, migrate, openDatabase, requireFinished } from '@roster/core/server'
import { copyOfRunning } from '../service/control.ts'
import { openApplicationDatabase } from '../service/database.ts'
import { endBy } from '../service/end-by.ts'
import { requireNotMoved } from '../service/moved.ts'
import type { Settings } from '../settings/schema.ts'
import { variable } from '../settings/variable.ts'
import { CommandError } from './command.ts'

/** Opens the embedded database of a service that does not run, and migrates it. Throws when there is none, only part of a copy, or what was moved elsewhere. */
export async function openEmbedded(application: Application, settings: Pick<Settings, 'DATA_DIR'>): Promise<Database> {
  requireFiles(application, settings)
  const { naming, entities, ledgers } = application
  const database = await openDatabase({ directory: settings.DATA_DIR }, { name: naming.slug, entities })
  try {
    requireNotMoved(settings.DATA_DIR)
    await migrate(database, ledgers, requireFinished)
    return database
  } catch (error) {
    return endBy(error, () => database.close())
  }
}

/**
 * Opens the database that the settings name, for reading, without a time limit for statements. When a running service has an embedded database open, opens a
 * copy of its present state. Throws when the database holds part of a copy.
 */
export async function openToRead(application: Application, settings: Settings): Promise<Database> {
  const database = await openOrCopy(application, settings)
  try {
    await requireFinished(database.query)
    return database
  } catch (error) {
    return endBy(error, () => database.close())
  }
}

async function openOrCopy(application: Application, settings: Settings): Promise<Database> {
  if (settings.DATABASE_URL === undefined) requireFiles(application, settings)
  try {
    return await openApplicationDatabase(application, settings, { statementTimeout: 0 })
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    return openCopy(application, settings.DATA_DIR)
  }
}

async function openCopy({ naming, entities }: Application, directory: string): Promise<Database> {
  const copy = await copyOfRunning(directory)
  try {
    const database = await openDatabase({ directory: copy.directory }, { name: naming.slug, entities })
    return {
      ...database,
      async close() {
        await database.close()
        copy.remove()
      },
    }
  } catch (error) {
    copy.remove()
    throw error
  }
}

function requireFiles({ naming }: Application, { DATA_DIR }: Pick<Settings, 'DATA_DIR'>): void {
  if (existsSync(join(DATA_DIR, KEPT.cluster))) return
  const setting = variable(naming, 'DATA_DIR')
  throw new CommandError(`There is no embedded database in ${DATA_DIR}. The setting is ${setting}.`)
}
