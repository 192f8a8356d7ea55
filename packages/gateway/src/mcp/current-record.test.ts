import { operation } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { currentRecord } from './current-record.ts'

/** An operation at the path of a book, which calls its parameter by this name. */
const operationWith = (name: string) => ({
  ...operation({
    method: 'GET',
    path: `/api/books/{${name}}`,
    summary: 'Get',
    description: 'Gets.',
    scope: 'any',
    params: { [name]: z.string() },
    output: z.object({ id: z.string() }),
  }),
  pathNames: [name],
})

test('a record is read by its own parameters, whatever the operation calls them that would change it', async () => {
  const reader = { operation: operationWith('id'), perform: async (...[, , { id }]: any[]) => ({ id }) }
  const performer = { operation: operationWith('book_id'), reader }
  expect(await currentRecord(performer as never, {} as never, {} as never, { book_id: 'boo_a', more: 1 })).toEqual({
    id: 'boo_a',
  })
})
