import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { migrate, openDatabase } from '@roster/core/server'
import { emptyDatabase, migratedDatabase, onPostgres } from '@roster/test/database'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { noteUnfinished, requireFinished } from './unfinished.ts'

const { ledgers, entities, naming } = application
const secrets = [randomBytes(32)] as const

/** A database in which there is nothing. */
async function emptyOne(): Promise<Database> {
  const empty = onPostgres ? await emptyDatabase() : undefined
  const location = empty ? { url: empty.url } : { directory: undefined }
  const database = await openDatabase(location, { name: naming.slug, entities })
  onTestFinished(async () => {
    await database.close()
    await empty?.drop()
  })
  return database
}

/** A back-up of a database that has users. */
async function archive(): Promise<string> {
  const { database, drop } = await migratedDatabase(application)
  await application.addDemo!(database)
  const directory = await mkdtemp(join(tmpdir(), 'roster-at-once-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'roster.backup')
  await backUp({ database, ledgers, secrets, file, now: Date.UTC(2026, 10, 23), onProgress: () => {} })
  await drop()
  return file
}

test('no migration is taken on what is there of a copy', async () => {
  const target = await emptyOne()
  await noteUnfinished(target.query, 'somewhere')
  await expect(migrate(target, ledgers, requireFinished)).rejects.toThrow(
    'This database holds part of a copy that broke off.',
  )
})

test.runIf(onPostgres)('of two who restore into a database at once one does, and a start waits for it', async () => {
  const [file, database] = [await archive(), await emptyOne()]
  const begun = Promise.withResolvers<void>()
  const restoring = () => restore({ file, database, ledgers, secrets, onProgress: () => begun.resolve() })
  const both = Promise.allSettled([restoring(), restoring()])
  await begun.promise
  expect(await migrate(database, ledgers, requireFinished)).toEqual([])
  const outcomes = await both
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringMatching(/^The database is not empty/) },
  })
  expect(await database.query({ text: 'select count(*)::int as users from users' })).toEqual([{ users: 1_000 }])
})
