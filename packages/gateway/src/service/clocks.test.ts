import { application } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { SHARED_SECRET } from '@roster/test/process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { startService } from './start.ts'

const HOUR = 60 * 60 * 1_000

/** Rows that end at some times from now, by the clock of the database, in tables from which each part of the service deletes what has ended. */
const ROWS = `
  with times (id, ending) as (values ('long over', now() - interval '2 hours'), ('over', now() - interval '30 minutes'), ('valid', now() + interval '30 minutes')),
    keys as (insert into idempotency_keys (id, fingerprint, answer, created_at) select id, '', '', ending - interval '1 day' from times),
    proofs as (insert into spent_proofs (id, expires_at) select id, ending from times),
    exported as (
      insert into exports (id, format, filter, status, done, total, created_at, expires_at, created_by, failures)
      select id, 'csv', '{}', 'succeeded', 0, 0, now(), ending, 'key_1', 0 from times)
  insert into export_parts (export_id, number, bytes) select id, 0, '' from times`

const LEFT = `
  select (select json_agg(id order by id) from idempotency_keys) as keys, (select json_agg(id order by id) from spent_proofs) as proofs,
    (select json_agg(export_id order by export_id) from export_parts) as files`

test.runIf(onPostgres).each([
  ['ahead', HOUR, ['valid']],
  ['behind', -HOUR, ['over', 'valid']],
])(
  'a process whose clock is %s deletes only what has ended by its clock and by that of the database',
  async (_, by, left) => {
    const { database, directUrl, drop } = await copyDatabase()
    onTestFinished(drop)
    await database.query({ text: ROWS })
    const environment = { PORT: '0', LOG_LEVEL: 'silent', ROSTER_SECRET: SHARED_SECRET, DATABASE_URL: directUrl! }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
    onTestFinished(() => void vi.useRealTimers())
    const service = await startService(application, readSettings(application.naming, environment))
    onTestFinished(() => service.stop())
    await expect.poll(() => database.query({ text: LEFT })).toEqual([{ keys: left, proofs: left, files: left }])
  },
)
