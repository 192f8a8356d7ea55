import {
  exampleId,
  fieldsParameter,
  idSchema,
  lineOfText,
  listOf,
  operation,
  pageParameters,
  resource,
  sortParameters,
  timestamp,
} from '@roster/api'
import { z } from 'zod'

const title = lineOfText(1, 200).meta({ description: 'Title of the book.', examples: ['Notes by the Translator'] })
const copies = z
  .int()
  .min(0)
  .max(1_000)
  .meta({ description: 'Copies on the shelf.', examples: [3] })
const version = z.int().min(1)
const path = { book_id: idSchema('bok', 'the book') }

const exampleBook = {
  id: exampleId('bok'),
  title: 'Notes by the Translator',
  copies: 3,
  version: 1,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

export const book = z
  .object({
    id: path.book_id,
    title,
    copies,
    version: version.meta({ description: 'Number of this state; every change adds 1.', examples: [1] }),
    created_at: timestamp.meta({ description: 'When the book was added.' }),
    updated_at: timestamp.meta({ description: 'When it last changed.' }),
  })
  .meta({ id: 'Book', description: 'A book of the library.', examples: [exampleBook] })

export const books = resource({
  name: 'books',
  title: 'Books',
  description: 'What is on the shelves. Everybody may read; whoever has a key may write.',
  events: { 'book.added': { description: 'A book was added.', data: book } },
  operations: {
    list: operation({
      method: 'GET',
      path: '/v1/books',
      summary: 'List books',
      description: 'The books of the library, newest first unless sorted otherwise.',
      scope: 'none',
      query: { ...pageParameters, ...sortParameters(['created_at', 'title', 'id']), fields: fieldsParameter(book) },
      output: listOf(book, 'Book'),
    }),
    add: operation({
      method: 'POST',
      path: '/v1/books',
      summary: 'Add a book',
      description: 'Adds one book.',
      scope: 'any',
      body: { title, copies },
      example: { title: 'Notes by the Translator', copies: 3 },
      output: book,
      status: 201,
      location: '/v1/books/{id}',
    }),
    get: operation({
      method: 'GET',
      path: '/v1/books/{book_id}',
      summary: 'Get a book',
      description: 'One book.',
      scope: 'none',
      params: path,
      output: book,
    }),
    lend: operation({
      method: 'POST',
      path: '/v1/books/{book_id}/loans',
      summary: 'Lend a copy',
      description: 'Takes one copy from the shelf.',
      scope: 'any',
      params: path,
      output: book,
      errors: ['conflict'],
    }),
    update: operation({
      method: 'PATCH',
      path: '/v1/books/{book_id}',
      summary: 'Change a book',
      description: 'Changes the members that are sent. `version` is the state that the change is based on.',
      scope: 'any',
      params: path,
      body: {
        title: title.optional(),
        copies: copies.optional(),
        version: version.optional().meta({ description: 'Unlike the present one: 409.', examples: [1] }),
      },
      example: { copies: 4, version: 1 },
      output: book,
      errors: ['version-conflict'],
    }),
  },
})
