import { randomBytes } from 'node:crypto'
import { application } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { openToRead } from './open.ts'

test.runIf(onPostgres)('what is opened to be read whole takes any time for a statement', async () => {
  const copy = await copyDatabase()
  const place = { DATABASE_URL: copy.url!, DATABASE_DIRECT_URL: copy.directUrl! }
  const settings = readSettings(application.naming, { ROSTER_SECRET: randomBytes(32).toString('base64'), ...place })
  const database = await openToRead(application, settings)
  expect(await database.query({ text: 'show statement_timeout' })).toEqual([{ statement_timeout: '0' }])
  await database.close()
  await copy.drop()
})
