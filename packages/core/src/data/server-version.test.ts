import { entities } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from './postgres.ts'
import { DatabaseUnreachable } from './unreachable.ts'

test.runIf(onPostgres)(
  'a database that is not in UTF-8 is not opened, and the sentence tells how to make one',
  async () => {
    const { database, directUrl, drop } = await copyDatabase()
    const name = `roster_test_${randomUUID().replaceAll('-', '')}`
    onTestFinished(async () => {
      await database.query({ text: `drop database if exists ${name}` })
      await drop()
    })
    await database.query({ text: `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0` })
    const url = new URL(directUrl!)
    url.pathname = `/${name}`
    const opening = openPostgres({ url: url.href }, { name: 'roster', entities })
    await expect(opening).rejects.toThrow(
      `cannot be used: Its encoding is SQL_ASCII, and not UTF8: make the database with "encoding 'UTF8' template template0"`,
    )
  },
)

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
