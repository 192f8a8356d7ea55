import { type DatabaseOptions, DatabaseUnreachable, move as moveAll, openDatabase } from '@roster/core/server'
import type { Database } from '@roster/core'
import { noteMove } from '../service/moved.ts'
import { postgresUrl } from '../settings/formats.ts'
import { secretFileIn } from '../settings/secret-file.ts'
import { readSome } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'
import { type Command, CommandError } from './command.ts'
import { openEmbedded } from './open.ts'
import { progressOf } from './progress.ts'

/** Command that copies the embedded database to a server. Until it reports success, the embedded database stays as it was. */
export const move: Command = {
  usage: 'move --to postgres://user:password@host:5432/database',
  summary: 'copies the embedded database to an empty one on a server',
  options: ['to'],
  words: [0, 0],
  async run({ application, environment, options: { to }, say, show }) {
    const { naming, entities, ledgers } = application
    // The others may be those of the service on the server already.
    const settings = readSome(naming, environment, ['DATA_DIR', 'SECRET'])
    const { data: url } = postgresUrl.safeParse(to)
    if (url === undefined)
      throw new CommandError(
        `--to must be the URL of a PostgreSQL database, such as postgres://user:password@host:5432/database.`,
      )
    const place = placeOf(url)
    const source = await openEmbedded(application, settings)
    try {
      const target = await openTarget(url, { name: naming.slug, entities })
      try {
        await moveAll({ from: source, to: target, ledgers, onProgress: progressOf(show) })
        noteMove(settings.DATA_DIR, place)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
    const secret = variable(naming, 'SECRET')
    say(`Done: everything is at ${place}, compared by counts and sums. Cursors, keys, sessions and tokens stay valid.`)
    say(
      settings.SECRET
        ? `Start there with DATABASE_URL, and the same ${secret}.`
        : `Start there with DATABASE_URL, and with ${secret} set to what is in ${secretFileIn(settings.DATA_DIR)}.`,
    )
  },
}

/** Opens the database on the server, without a time limit for statements. */
function openTarget(url: string, options: Pick<DatabaseOptions, 'name' | 'entities'>): Promise<Database> {
  return openDatabase({ url }, { ...options, statementTimeout: 0 }).catch((error: unknown) => {
    throw error instanceof DatabaseUnreachable ? new DatabaseUnreachable(url, error.cause, '--to') : error
  })
}

/** Returns a URL without its password, which may also be among its parameters. */
function placeOf(url: string): string {
  return Object.assign(new URL(url), { password: '', search: '' }).href
}
