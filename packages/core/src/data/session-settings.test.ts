import { entities } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, test } from 'vitest'
import { openPostgres } from './postgres.ts'

test.runIf(onPostgres)(
  'sessions read times and see commits as this service does, whatever the database is set to',
  async () => {
    const { database, directUrl, drop } = await copyDatabase()
    for (const setting of [`DateStyle = 'SQL, DMY'`, `default_transaction_isolation = 'repeatable read'`])
      await database.query({ text: `alter database "${new URL(directUrl!).pathname.slice(1)}" set ${setting}` })
    const opened = await openPostgres({ url: directUrl! }, { name: 'roster', entities })
    const [found] = await opened.query<Record<string, unknown>>({
      text: `select timestamptz '2026-02-01T00:00:00Z' as time, current_setting('transaction_isolation') as isolation`,
    })
    await opened.close()
    await drop()
    expect(found).toEqual({
      time: expect.stringMatching(/^2026-02-01T00:00:00(?:\.0+)?Z$/),
      isolation: 'read committed',
    })
  },
)
