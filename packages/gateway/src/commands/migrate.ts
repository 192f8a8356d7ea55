import { migrate as migrateDatabase, requireFinished } from '@roster/core/server'
import { openApplicationDatabase } from '../service/database.ts'
import { readSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'

const POOLED =
  'A pooler stands before the database, whose sessions end statements as their role says. Set DATABASE_DIRECT_URL to the address of the server itself, ' +
  'where a migration may take any time.'

/**
 * Command that brings the schema up to date without starting the service, and without a time limit for statements. The version before keeps serving meanwhile.
 */
export const migrate: Command = {
  usage: 'migrate',
  summary: 'takes the migrations that the database has yet to take',
  words: [0, 0],
  async run({ application, environment, say }) {
    const settings = readSettings(application.naming, environment)
    const database = await openApplicationDatabase(application, settings, { statementTimeout: 0 })
    try {
      if (database.pooling !== 'none') say(POOLED)
      const taken = await migrateDatabase(database, application.ledgers, requireFinished)
      for (const name of taken) say(name)
      say(taken.length === 0 ? 'The schema is up to date.' : `Migrated: ${taken.length} taken.`)
    } finally {
      await database.close()
    }
  },
}
