import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import type { Database } from '@roster/core'
import { noteUnfinished } from '@roster/core/source/backup/unfinished'
import { emptyDatabase, onPostgres } from '@roster/test/database'
import { dataDirectory } from '@roster/test/process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApplicationDatabase } from '../service/database.ts'
import { startService } from '../service/start.ts'
import { readSettings } from '../settings/settings.ts'
import { migrate } from './migrate.ts'

let folder: string
let empty: Awaited<ReturnType<typeof emptyDatabase>> | undefined
let environment: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-migrate-'))
  empty = onPostgres ? await emptyDatabase() : undefined
  const place = empty
    ? { DATABASE_URL: empty.url, DATABASE_DIRECT_URL: empty.directUrl }
    : { ROSTER_DATA_DIR: await dataDirectory(join(folder, 'data')) }
  environment = { PORT: '0', LOG_LEVEL: 'silent', ROSTER_SECRET: randomBytes(32).toString('base64'), ...place }
})
afterEach(async () => {
  await empty?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What the command says, by default for Roster. */
async function migrated(migrating = application): Promise<string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await migrate.run({ application: migrating, environment, words: [], options: {}, say, show: () => {} })
  return said
}

const start = () =>
  startService(application, readSettings(application.naming, { ...environment, ROSTER_MIGRATE: 'off' }))

/** Runs some work on the database of the service. */
async function withDatabase<Result>(run: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openApplicationDatabase(application, readSettings(application.naming, environment))
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

const ask = (text: string) => withDatabase(({ query }) => query({ text }))

/** Names of the tables that there are. */
const tables = () => ask("select tablename from pg_tables where schemaname = 'public'")

test('with ROSTER_MIGRATE=off a start refuses an older schema, says what to do, and leaves it as it is', async () => {
  const { message } = await start().then(
    () => new Error('It started.'),
    (error: Error) => error,
  )
  expect(await tables()).toEqual([])
  const count = (await migrated()).length - 1
  expect(message).toBe(
    `The schema of the database is older than this program. Migrations are to be taken: ${count}, from 20261121055242_initial on. Run \`roster migrate\`, or start without ROSTER_MIGRATE=off.`,
  )
})

test('the command takes the migrations once, and a start needs none then', async () => {
  const said = await migrated()
  expect([said[0], said.at(-1)]).toEqual(['20261121055242_initial', `Migrated: ${said.length - 1} taken.`])
  expect(await migrated()).toEqual(['The schema is up to date.'])
  const service = await start()
  expect((await service.app.inject('/readyz')).statusCode).toBe(200)
  await service.stop()
})

test('the command leaves an embedded database to the next one', async () => {
  environment = { ROSTER_DATA_DIR: await dataDirectory(join(folder, 'embedded')) }
  expect((await migrated()).at(-1)).toMatch(/^Migrated: /)
  expect(await migrated()).toEqual(['The schema is up to date.'])
})

test('a schema that a later version has migrated is started on', async () => {
  await migrated()
  await ask("insert into migrations (name) values ('29991231000000_of_a_later_version')")
  expect(await migrated()).toEqual(['The schema is up to date.'])
  const service = await start()
  await service.stop()
})

test('no migration is taken on part of a copy', async () => {
  await withDatabase(({ query }) => noteUnfinished(query, 'of a test'))
  await expect(migrated()).rejects.toThrow('This database holds part of a copy that broke off.')
  expect(await tables()).toEqual([{ tablename: 'unfinished_copy' }])
})

const MIGRATION = `
  import { Migration } from '${import.meta.resolve('@mikro-orm/migrations')}'
  export class Limits extends Migration {
    name = 'Limits'
    up() { this.addSql("create table told as select current_setting('statement_timeout') as timeout") }
  }`

test('a migration may take any time', async () => {
  const directory = join(folder, 'migrations')
  await mkdir(directory)
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(join(directory, '29991231000000_limits.js'), MIGRATION)
  const ledgers = [{ directory, table: 'other_migrations' }]
  expect(await migrated({ ...application, ledgers })).toEqual(['29991231000000_limits', 'Migrated: 1 taken.'])
  expect(await ask('select timeout from told')).toEqual([{ timeout: '0' }])
})
