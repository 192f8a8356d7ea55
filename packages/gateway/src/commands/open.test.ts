import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { openDatabase, pendingMigrations } from '@roster/core/server'
import { noteUnfinished } from '@roster/core/source/backup/unfinished'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, onTestFinished, test } from 'vitest'
import { takeOrders } from '../service/control.ts'
import { readSettings } from '../settings/settings.ts'
import { openEmbedded, openToRead } from './open.ts'

test.runIf(onPostgres)('what is opened to be read whole takes any time for a statement', async () => {
  const copy = await copyDatabase()
  const place = { DATABASE_URL: copy.url!, DATABASE_DIRECT_URL: copy.directUrl! }
  const settings = readSettings(application.naming, { ROSTER_SECRET: randomBytes(32).toString('base64'), ...place })
  const database = await openToRead(application, settings)
  expect(await database.query({ text: 'show statement_timeout' })).toEqual([{ statement_timeout: '0' }])
  await database.close()
  await copy.drop()
})

test('what holds part of a copy is neither backed up nor moved, and left to the next one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roster-open-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { naming, entities } = application
  const part = await openDatabase({ directory }, { name: naming.slug, entities })
  await noteUnfinished(part.query, 'of a test')
  await part.close()
  const settings = readSettings(naming, { ROSTER_DATA_DIR: directory })
  for (const open of [openToRead, openEmbedded])
    await expect(open(application, settings)).rejects.toThrow('This database holds part of a copy that broke off.')
  const after = await openDatabase({ directory }, { name: naming.slug, entities })
  await after.close()
})

test('of what a running service has open a copy is read, which is gone once it is closed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roster-open-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { naming, entities } = application
  const running = await openDatabase({ directory }, { name: naming.slug, entities })
  const settings = readSettings(naming, { ROSTER_DATA_DIR: directory })
  const orders = takeOrders({ database: running, settings, logger: console } as never)!
  await once(orders, 'listening')
  await running.query({ text: 'create table kept (id int)' })
  const copies = () => readdirSync(directory).filter((name) => name.startsWith('copy'))

  const copy = await openToRead(application, settings)
  expect(copies()).toHaveLength(1)
  expect(await copy.query({ text: 'select count(*)::int as kept from kept' })).toEqual([{ kept: 0 }])
  await copy.close()
  expect(copies()).toEqual([])
  orders.close()
  await running.close()
})

test('what is not there is neither opened nor made', async () => {
  const directory = join(tmpdir(), `roster-nowhere-${randomBytes(4).toString('hex')}`)
  const settings = readSettings(application.naming, { ROSTER_DATA_DIR: directory })
  for (const open of [openToRead, openEmbedded])
    await expect(open(application, settings)).rejects.toThrow(`There is no embedded database in ${directory}.`)
  expect(existsSync(directory)).toBe(false)
})

test('what is moved has taken all migrations', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roster-open-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { naming, entities, ledgers } = application
  const older = await openDatabase({ directory }, { name: naming.slug, entities })
  await older.close()
  const database = await openEmbedded(application, { DATA_DIR: directory })
  const pending = await pendingMigrations(database, ledgers)
  await database.close()
  expect(pending).toEqual([])
})
