import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { KEPT } from '@roster/core/server'
import { emptyDatabase, onPostgres } from '@roster/test/database'
import { synced } from '@roster/test/disk'
import { dataDirectory } from '@roster/test/process'
import { expect, onTestFinished, test } from 'vitest'
import { openApplicationDatabase } from '../service/database.ts'
import { noteMove } from '../service/moved.ts'
import { readSettings } from '../settings/settings.ts'
import { move } from './move.ts'

/** What a service on the server is to be started with. */
const OF_OTHERS = {
  DATABASE_URL: 'postgres://127.0.0.1:1/of-others',
  DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/of-others',
  DATABASE_REPLICA_URL: 'postgres://127.0.0.1:2/of-others',
  ROSTER_EVENTS_URL: 'nats://127.0.0.1:1',
  ROSTER_WORKERS: '4',
  ROSTER_RATE_LIMIT: 'as a later version has it',
  NODE_ENV: 'production',
}

/** Moves what is in a directory, and returns what is said of it. */
async function moved(directory: string, to: string): Promise<string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = { ROSTER_DATA_DIR: directory, ...OF_OTHERS }
  await move.run({ application, environment, words: [], options: { to }, say, show: say })
  return said
}

async function madeDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return dataDirectory(join(folder, 'data'))
}

test('the settings of the service on the server keep nobody from moving to it', async () => {
  await expect(moved(await madeDirectory(), 'postgres://127.0.0.1:1/roster')).rejects.toThrow(
    /^The database server at 127\.0\.0\.1:1 cannot be used: .* that --to names it/,
  )
})

test('a start that waits for the end of a move does not go on without what was moved', async () => {
  const directory = await madeDirectory()
  const settings = readSettings(application.naming, { ROSTER_DATA_DIR: directory })
  const opening = openApplicationDatabase(application, settings)
  noteMove(directory, 'postgres://db/roster')
  await expect(opening).rejects.toThrow('What was in this data directory was moved to postgres://db/roster.')
  await rm(join(directory, KEPT.moved))
  await (await openApplicationDatabase(application, settings)).close()
})

test('where the records are now is on the disk when the move is done', async () => {
  const directory = await madeDirectory()
  const numbers = await synced()
  noteMove(directory, 'postgres://db/roster')
  const noted = [join(directory, KEPT.moved), directory].map(async (path) => (await stat(path)).ino)
  expect(numbers).toEqual(await Promise.all(noted))
})

test('what was moved is not moved again, since others go on with it', async () => {
  const directory = await madeDirectory()
  noteMove(directory, 'postgres://db/roster')
  await expect(moved(directory, 'postgres://127.0.0.1:1/roster')).rejects.toThrow(
    'What was in this data directory was moved to postgres://db/roster.',
  )
})

test.runIf(onPostgres)('a move tells nobody the password of the database, wherever its URL has that', async () => {
  const { directUrl, drop } = await emptyDatabase()
  onTestFinished(() => drop())
  const directory = await madeDirectory()
  const to = new URL(directUrl)
  to.password = 'pass-of-the-user'
  to.searchParams.set('password', 'pass-of-the-query')
  const said = await moved(directory, to.href)
  expect(said.at(-2)).toContain(`everything is at postgres://${to.username}@${to.host}${to.pathname},`)
  const noted = await readFile(join(directory, KEPT.moved), 'utf8')
  expect([...said, noted].join('\n')).not.toContain('pass-of-')
})
