import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectionsOf } from './collections.ts'
import { exampleId } from './ids.ts'
import { operation } from './operation.ts'
import { resource } from './resource.ts'

/** The collection of books whose identifiers are such. */
function booksWith(id: z.ZodType) {
  const book = z.object({ id }).meta({ id: 'Book', description: 'A book.' })
  const words = { summary: 'Get a book', description: 'One book.', scope: 'any' }
  const get = operation({ ...words, method: 'GET', path: '/books/{book_id}', params: { book_id: id }, output: book })
  const books = resource({ name: 'books', title: 'Books', description: 'Books.', events: {}, operations: { get } })
  return collectionsOf([books]).get(books)![0]!
}

test.each([
  ['an identifier of ours', z.string().meta({ examples: [exampleId('bok')] }), 'bok'],
  ['another text', z.uuid().meta({ examples: ['6f1c9d3e-3f0b-4f0e-9d57-0a1b2c3d4e5f'] }), ''],
  ['words', z.string().meta({ examples: ['war_and_peace'] }), ''],
  ['a number', z.int().meta({ examples: [1] }), ''],
  ['anything', z.string(), ''],
])('the prefix of identifiers is that of the example: %s', (_what, id, prefix) => {
  expect(booksWith(id)).toMatchObject({ name: 'books', noun: 'book', key: 'id', prefix })
})
