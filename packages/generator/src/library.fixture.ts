import {
  coreErrors,
  errorKind,
  exampleId,
  fileOperation,
  listOf,
  operation,
  pageParameters,
  resource,
} from '@roster/core/contract'
import { z } from 'zod'
import { binding, bookId, print } from './library-prints.fixture.ts'

const title = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'What is on its cover.', examples: ['Emma'] })
const published = z.iso.date().meta({ description: 'When it came out.', examples: ['1815-12-23'] })
const pages = z
  .int()
  .min(1)
  .meta({ description: 'How many pages it has.', examples: [474] })
const genre = z.enum(['novel', 'essay', 'poem']).meta({ id: 'Genre', description: 'What kind of text it is.' })
const stock = z.partialRecord(genre, z.int().min(0)).meta({ description: 'Copies by genre.', examples: [{ novel: 2 }] })

const exampleBook = {
  id: exampleId('boo'),
  title: 'Emma',
  published: '1815-12-23',
  pages: 474,
  genre: 'novel' as const,
}

const book = z
  .object({ id: bookId, title, published, pages, genre: genre.default('novel') })
  .meta({ id: 'Book', description: 'A book of the library.', examples: [exampleBook] })

/** Whereabouts of a book: on a shelf, or with a reader. */
const whereabouts = z
  .discriminatedUnion('place', [
    z.object({ place: z.literal('shelf'), shelf: z.int(), height: z.number().positive() }),
    z.object({ place: z.literal('reader'), due: z.iso.datetime(), reminders: z.array(z.iso.datetime()) }),
  ])
  .meta({ id: 'Whereabouts', description: 'Where a book is.' })

/** A subject and its inner subjects. */
const subject = z
  .object({
    name: z.string(),
    neighbours: z.tuple([z.string()], z.string()).nullable(),
    get subjects() {
      return z.array(subject)
    },
  })
  .meta({ id: 'Subject', description: 'What books are about.' })

export const books = resource({
  name: 'books',
  title: 'Books',
  description: 'What can be lent.',
  events: {
    'book.added': { description: 'A book was added.', data: book },
    'book.removed': { description: 'A book was removed.', data: z.object({ id: bookId }) },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/books',
      summary: 'List books',
      description: 'Every book, the newest first.',
      scope: 'any',
      query: { ...pageParameters, genre: genre.optional().meta({ description: 'Of this genre only.' }) },
      output: listOf(book, 'Book'),
    }),
    add: operation({
      method: 'POST',
      path: '/books',
      summary: 'Add a book',
      description: 'Adds one copy.',
      scope: 'any',
      body: { title, published, pages, genre: genre.default('novel') },
      example: { title: 'Emma', published: '1815-12-23', pages: 474 },
      output: book,
      status: 201,
    }),
    get: operation({
      method: 'GET',
      path: '/books/{book_id}',
      summary: 'Get a book',
      description: 'One book.',
      scope: 'any',
      params: { book_id: bookId },
      output: book,
    }),
    order: operation({
      method: 'PUT',
      path: '/orders/{book_id}',
      summary: 'Order books',
      description: 'Has them bought.',
      scope: 'any',
      params: { book_id: bookId },
      body: { books: z.array(book).min(1) },
    }),
    find: operation({
      method: 'GET',
      path: '/books/{book_id}/whereabouts',
      summary: 'Find a book',
      description: 'Where it is now.',
      scope: 'any',
      params: { book_id: bookId },
      query: { floor: z.int().optional().meta({ description: 'Looked for on this floor only.' }) },
      output: whereabouts,
    }),
    quote: operation({
      method: 'GET',
      path: '/books/{book_id}/quotes',
      summary: 'Quote a book',
      description: 'A sentence of it.',
      scope: 'any',
      params: { book_id: bookId },
      query: { page: z.int().meta({ description: 'The page that it is on.', examples: [1] }) },
      output: z.object({ text: z.string() }).meta({ id: 'Quote', description: 'A sentence.' }),
    }),
    count: operation({
      method: 'GET',
      path: '/stock',
      summary: 'Count books',
      description: 'How many there are.',
      scope: 'any',
      output: stock,
      deprecated: { since: '2026-01-01', sunset: '2027-01-01', link: 'https://books.example/stock' },
    }),
    remove: operation({
      method: 'DELETE',
      path: '/books/{book_id}',
      summary: 'Remove a book',
      description: 'Takes it out of the library.',
      scope: 'any',
      params: { book_id: bookId },
    }),
  },
  files: {
    scan: fileOperation({
      path: '/books/{book_id}/scan',
      summary: 'Download the scan of a book',
      description: 'Its pages as pictures.',
      scope: 'read:orders',
      params: { book_id: bookId },
      media: { 'application/pdf': '%PDF-' },
      errors: [],
    }),
  },
})

export const subjects = resource({
  name: 'subjects',
  title: 'Subjects',
  description: 'What books are about, within each other.',
  events: {},
  operations: {
    get: operation({
      method: 'GET',
      path: '/subjects/{name}',
      summary: 'Get a subject',
      description: 'One subject, with all within it.',
      scope: 'any',
      params: { name: z.string().meta({ description: 'Name of the subject.', examples: ['novels'] }) },
      output: subject,
    }),
    all: operation({
      method: 'GET',
      path: '/subjects',
      summary: 'List subjects',
      description: 'Every subject, with all within it.',
      scope: 'any',
      query: pageParameters,
      output: listOf(subject, 'Subject', 'name'),
    }),
    count: operation({
      method: 'GET',
      path: '/subjects/{genre}/years/{year}/{lent}/{edition}/{price}',
      summary: 'Count the books of a subject',
      description: 'How many there are.',
      scope: 'any',
      params: {
        genre: genre.meta({ examples: ['poem'] }),
        year: z.int().meta({ description: 'The year.', examples: [1815] }),
        lent: z.boolean().meta({ description: 'Whether they are lent.', examples: [true] }),
        edition: z.union([z.literal(['first', 2, null]), z.array(z.string())]).meta({ examples: [2] }),
        price: z.coerce.number().meta({ examples: [0.5] }),
      },
      output: z.int(),
    }),
    shelve: operation({
      method: 'POST',
      path: '/subjects/{class}/{options}/{body}',
      summary: 'Shelve a subject',
      description: 'Its place on the shelves.',
      scope: 'any',
      params: { class: z.string().meta({ description: 'Its class.' }), options: z.string(), body: z.string() },
      query: { order: z.boolean().optional() },
      body: { query: z.string() },
    }),
    list: operation({
      method: 'GET',
      path: '/subjects/{query}/{start}',
      summary: 'List the books of a subject',
      description: 'Every book of it.',
      scope: 'any',
      params: { query: z.string(), start: z.string() },
      query: pageParameters,
      output: listOf(book, 'Book'),
    }),
  },
})

export const prints = resource({
  name: 'prints',
  title: 'Prints',
  description: 'Copies of a book that are printed.',
  events: {},
  operations: {
    list: operation({
      method: 'GET',
      path: '/prints',
      summary: 'List prints',
      description: 'Every print of a status.',
      scope: 'any',
      query: { ...pageParameters, status: print.shape.status },
      output: listOf(print, 'Print'),
    }),
    start: operation({
      method: 'POST',
      path: '/books/{book_id}/prints',
      summary: 'Print a book',
      description: 'Begins to print.',
      scope: 'any',
      params: { book_id: bookId },
      query: { copies: z.int().default(1).meta({ description: 'How many are printed.' }) },
      output: print,
      status: 202,
      location: '/books/{book_id}/prints/{id}',
      retryAfter: ({ status, progress }) => (status === 'printing' ? progress.all - progress.done : undefined),
    }),
    look: operation({
      method: 'GET',
      path: '/books/{book_id}/prints/{print_id}',
      summary: 'Get a print',
      description: 'How far it is.',
      scope: 'any',
      params: { print_id: print.shape.id, book_id: bookId },
      query: { detail: z.boolean().optional().meta({ description: 'Whether all is told.' }) },
      output: print,
    }),
    bind: operation({
      method: 'POST',
      path: '/books/{book_id}/bindings',
      summary: 'Bind a book',
      description: 'Begins to bind.',
      scope: 'any',
      params: { book_id: bookId },
      output: binding,
      status: 202,
      location: '/bindings/{id}',
      retryAfter: ({ status }) => (status === 'binding' ? 1 : undefined),
    }),
    binding: operation({
      method: 'GET',
      path: '/bindings/{binding_id}',
      summary: 'Get a binding',
      description: 'How far it is.',
      scope: 'any',
      params: { binding_id: binding.shape.id },
      query: { language: z.string().meta({ description: 'The language of what is told.' }) },
      output: binding,
    }),
  },
  files: {
    proof: fileOperation({
      path: '/books/{book_id}/prints/{print_id}/proof',
      summary: 'Download the proof of a print',
      description: 'Its pages as they will be.',
      scope: 'any',
      params: { print_id: print.shape.id, book_id: bookId },
      media: { 'application/pdf': '%PDF-' },
      errors: [],
    }),
  },
})

export const application = {
  name: 'Library',
  version: '2.1.0',
  baseUrl: 'https://books.example',
  resources: { books: { contract: books }, subjects: { contract: subjects }, prints: { contract: prints } },
  errors: [
    ...coreErrors,
    errorKind({
      code: 'book-lent',
      status: 409,
      title: 'Book lent',
      description: 'Somebody else has the book.',
      remedy: 'Wait until it is brought back.',
    }),
  ],
}
