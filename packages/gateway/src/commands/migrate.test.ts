import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
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

/** What the command says. */
async function migrated(): Promise<string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await migrate.run({ application, environment, words: [], options: {}, say, show: () => {} })
  return said
}

const start = () =>
  startService(application, readSettings(application.naming, { ...environment, ROSTER_MIGRATE: 'off' }))

/** Names of the tables that there are. */
async function tables(): Promise<unknown[]> {
  const database = await openApplicationDatabase(application, readSettings(application.naming, environment))
  const found = await database.query({ text: "select tablename from pg_tables where schemaname = 'public'" })
  await database.close()
  return found
}

test('with ROSTER_MIGRATE=off a start refuses an older schema, says what to do, and leaves it as it is', async () => {
  await expect(start()).rejects.toThrow(
    /^The schema of the database is older than this program\. Migrations are to be taken: \d+, from 20261121055242_initial on\. Run `roster migrate`, or start without ROSTER_MIGRATE=off\.$/,
  )
  expect(await tables()).toEqual([])
})

test('the command takes the migrations once, and a start needs none then', async () => {
  const said = await migrated()
  expect([said[0], said.at(-1)]).toEqual(['20261121055242_initial', `Migrated: ${said.length - 1} taken.`])
  expect(await migrated()).toEqual(['The schema is up to date.'])
  const service = await start()
  expect((await service.app.inject('/readyz')).statusCode).toBe(200)
  await service.stop()
})

test('a schema that a later version has migrated is started on', async () => {
  await migrated()
  const database = await openApplicationDatabase(application, readSettings(application.naming, environment))
  await database.query({ text: "insert into migrations (name) values ('29991231000000_of_a_later_version')" })
  await database.close()
  expect(await migrated()).toEqual(['The schema is up to date.'])
  const service = await start()
  await service.stop()
})
