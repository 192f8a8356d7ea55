import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ledgerOf } from '@roster/core'
import { coreLedger, migrate } from '@roster/core/server'
import { application } from '@roster/examples/library'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../support/database.ts'

const FIRST = '20261122090000_library.ts'

test('the migrations make the schema that the entities describe, with nothing missing and nothing left over', async () => {
  const { database, drop } = await migratedDatabase(application)
  expect(await database.orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toBe(
    'drop table if exists "core_migrations" cascade;\n',
  )
  await drop()
})

test('books that were there before loans stand on their shelves afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'library-migrations-'))
  await symlink(
    fileURLToPath(new URL(`../../examples/library/migrations/${FIRST}`, import.meta.url)),
    join(folder, FIRST),
  )
  const ledgers = [coreLedger, ledgerOf(pathToFileURL(`${folder}/`))]
  const { database, drop } = await migratedDatabase({ ...application, ledgers })
  await database.query({
    text: `insert into books (id, branch, title, author, pages, published, shelf, version, created_at, updated_at)
      values ('bok_1', 'north', 'Emma', 'Jane Austen', 474, '1815-12-23', 'B-3', 1, now(), now())`,
  })
  expect(await migrate(database, application.ledgers)).toEqual(['20261123090000_loans'])
  const rows = await database.query({ text: 'select id, published, whereabouts from books' })
  expect(rows).toEqual([{ id: 'bok_1', published: '1815-12-23', whereabouts: { place: 'shelf', shelf: 'B-3' } }])
  await drop()
  await rm(folder, { recursive: true })
})
