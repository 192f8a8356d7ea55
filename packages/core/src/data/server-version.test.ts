import { entities } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, test } from 'vitest'
import { openPostgres } from './postgres.ts'
import { DatabaseUnreachable } from './unreachable.ts'

test.runIf(onPostgres)('a server that is too old is not opened, and the sentence names the setting', async () => {
  const { database, directUrl, drop } = await copyDatabase()
  await database.query({ text: 'create schema old' })
  await database.query({
    text: `create function old.current_setting(name text) returns text language sql
      as $$ select case name when 'server_version' then '13.4' else pg_catalog.current_setting(name) end $$`,
  })
  const url = `${directUrl}?options=${encodeURIComponent('-c search_path=old,pg_catalog,public')}`
  const opening = openPostgres({ url }, { name: 'roster', entities })
  await expect(opening).rejects.toThrow(DatabaseUnreachable)
  await expect(opening).rejects.toThrow(
    /cannot be used: It is PostgreSQL 13\.4, and not 14 or later\. Check that it runs, and that DATABASE_URL names it/,
  )
  await drop()
})
