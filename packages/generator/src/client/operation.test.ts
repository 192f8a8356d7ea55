import { operation, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Records } from '../schema/records.ts'
import { described } from './operation.ts'

test('an example of a body that the body refuses stops the generator', () => {
  const add = operation({
    method: 'POST',
    path: '/books',
    summary: 'Add a book',
    description: 'Adds a book.',
    scope: 'any',
    body: { title: z.string().max(4) },
    example: { title: 'Persuasion' },
  })
  const books = resource({ name: 'books', title: 'Books', description: 'Books.', events: {}, operations: { add } })
  expect(() => described(add, books, new Records('Library', []), 'books.ts')).toThrow(
    /^In the body of books\.add is an example that its schema refuses \(title: .+\)\. Mend one of the two\.$/,
  )
})
