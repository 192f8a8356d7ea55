import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DefinitionError } from './definition.ts'
import { requireTables } from './require-tables.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

const books = { table: 'books', column: 'title', type: null, of: 'the export of books' }

test('migrations make what the entities describe', async () => {
  await expect(requireTables(copy.database)).resolves.toBeUndefined()
})

test('a table, a column and a type that are missing are named, with what needs them, all at once', async () => {
  const { database } = copy
  await database.query({ text: 'alter table orders rename column currency to money' })
  await database.query({ text: 'alter table orders alter column total_amount type integer' })
  await expect(requireTables(database, [books, { ...books, column: 'pages' }])).rejects.toThrow(
    new DefinitionError([
      'There is no table "books", which the export of books needs. Make it in a migration of the application.',
      'The table "orders" lacks the column "currency" of the entity Order. Add it in a migration of the application.',
      'The column "total_amount" of the table "orders" has the type integer, and bigint in the entity Order. Change one of them.',
    ]),
  )
})
