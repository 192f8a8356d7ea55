import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from './support/database.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

test('the migrations make the schema that the entities describe, with nothing missing and nothing left over', async () => {
  const { orm } = copy.database
  expect(await orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toBe('')
})

test('every migration has been applied', async () => {
  const { migrator } = copy.database.orm
  expect(await migrator.getPending()).toEqual([])
  expect((await migrator.getExecuted()).length).toBeGreaterThan(0)
})

test.each([
  ['a missing column', 'alter table users drop column name', 'add "name"'],
  ['a missing index', 'drop index users_by_role', 'create index "users_by_role"'],
  ['a missing constraint', 'alter table users drop constraint users_email_key_unique', '"users_email_key_unique"'],
  ['a column too many', 'alter table users add column nickname text', 'drop column "nickname"'],
  ['another type', 'alter table orders alter column total_amount type int', '"total_amount" type bigint'],
])('%s would be seen', async (_what, change, correction) => {
  await copy.database.query({ text: change })
  expect(await copy.database.orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toContain(correction)
})
