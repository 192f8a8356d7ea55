import { restore as restoreAll } from '@roster/core/server'
import { openApplicationDatabase } from '../service/database.ts'
import { secretsOf } from '../service/secrets.ts'
import { readSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'
import { progressOf } from './progress.ts'

/** Command that copies an archive into the database that the settings name, which must be empty. */
export const restore: Command = {
  usage: 'restore <file>',
  summary: 'copies such a file into the empty database of the settings',
  words: [1, 1],
  async run({ application, environment, words: [file], say, show }) {
    const { naming, ledgers } = application
    const settings = readSettings(naming, environment)
    const secrets = secretsOf(naming, settings)
    const database = await openApplicationDatabase(application, settings, { statementTimeout: 0 })
    try {
      await restoreAll({ file: file!, database, ledgers, secrets, onProgress: progressOf(show) })
    } finally {
      await database.close()
    }
    say(`Done: everything in ${file} is there. Readers of events are told to begin anew at the next start.`)
  },
}
