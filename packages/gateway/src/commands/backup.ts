import { backUp } from '@roster/core/server'
import { secretsOf } from '../service/secrets.ts'
import { secretFileIn } from '../settings/secret-file.ts'
import { readSettings } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'
import type { Command } from './command.ts'
import { openToRead } from './open.ts'
import { progressOf } from './progress.ts'

/** Command that writes everything into an archive, while the service keeps running. */
export const backup: Command = {
  usage: 'backup [file]',
  summary: 'writes everything into a file, while the service goes on',
  words: [0, 1],
  async run({ application, environment, words, say, show }) {
    const { naming, ledgers } = application
    const settings = readSettings(naming, environment)
    const now = Date.now()
    const [file = `${naming.slug}-${new Date(now).toISOString().replaceAll(':', '-')}.backup`] = words
    const database = await openToRead(application, settings)
    try {
      await backUp({ database, ledgers, secrets: secretsOf(naming, settings), file, now, onProgress: progressOf(show) })
    } finally {
      await database.close()
    }
    say(`Done: ${file} has everything as it was at ${new Date(now).toISOString()}.`)
    const secret = settings.SECRET ? variable(naming, 'SECRET') : secretFileIn(settings.DATA_DIR)
    say(`What the service keeps sealed is sealed in it too: keep ${secret} as well, and elsewhere.`)
  },
}
