import {
  exampleId,
  fieldsParameter,
  fileOperation,
  idSchema,
  listOf,
  operation,
  pageParameters,
  resource,
  sortParameters,
} from '@roster/core/contract'
import { z } from 'zod'
import { branch, day, EXAMPLE_TIMES, expectedVersion, times, version, words } from '../members.ts'
import { bookLent, bookOnShelf } from './books.errors.ts'

const title = words('Title of the book.', 'Notes by the Translator')
const author = words('Who wrote it.', 'Ada Lovelace')
const pages = z
  .int()
  .min(1)
  .max(100_000)
  .meta({ description: 'How many pages it has.', examples: [66] })
const published = day('When it came out.', '1843-09-01')
const shelf = z
  .string()
  .regex(/^[A-Z]-\d{1,4}$/)
  .max(8)
  .meta({ description: 'The shelf that it belongs on.', examples: ['A-12'] })
const borrower = words('Who borrows it.', 'Mary Somerville')
const due = day('When it is to be back.', '2026-12-24')

const whereabouts = z
  .discriminatedUnion('place', [
    z
      .object({ place: z.literal('shelf').meta({ description: 'It can be borrowed.', examples: ['shelf'] }), shelf })
      .meta({ id: 'OnShelf', description: 'On its shelf.' }),
    z
      .object({
        place: z.literal('reader').meta({ description: 'Somebody has it.', examples: ['reader'] }),
        borrower,
        due_on: due,
        shelf,
      })
      .meta({ id: 'WithReader', description: 'With a reader.' }),
  ])
  .meta({ id: 'Whereabouts', description: 'Where a book is.', examples: [{ place: 'shelf', shelf: 'A-12' }] })

export type Whereabouts = z.output<typeof whereabouts>

export const exampleBook = {
  id: exampleId('bok'),
  branch: 'north',
  title: 'Notes by the Translator',
  author: 'Ada Lovelace',
  pages: 66,
  published: '1843-09-01',
  whereabouts: { place: 'shelf' as const, shelf: 'A-12' },
  version: 1,
  ...EXAMPLE_TIMES,
}

export const book = z
  .object({
    id: idSchema('bok', 'the book'),
    branch,
    title,
    author,
    pages,
    published,
    whereabouts,
    version,
    ...times,
  })
  .meta({ id: 'Book', description: 'A book of a branch.', examples: [exampleBook] })

export type BookRecord = z.output<typeof book>

/** Parameters that filter a list or an export of books. */
export const bookFilter = {
  branch: branch.optional().meta({ description: 'Only books of this branch.', examples: ['north'] }),
  author: author.optional().meta({ description: 'Only books of this author.', examples: ['Ada Lovelace'] }),
}

const onBook = { book_id: idSchema('bok', 'the book') }

const loan = {
  scope: 'lend:books',
  params: onBook,
  body: { borrower, due_on: due },
  example: { borrower: 'Mary Somerville', due_on: '2026-12-24' },
  output: book,
  errors: ['gone', bookLent],
  effect: { emits: 'book.lent' },
} as const

export const books = resource({
  name: 'books',
  title: 'Books',
  description: 'What the branches lend.',
  readScope: 'read:books',
  owner: 'branch',
  channel: 'books',
  events: {
    'book.added': { description: 'A book was added.', data: book },
    'book.updated': { description: 'What is known of a book changed.', data: book },
    'book.lent': { description: 'Somebody borrowed a book.', data: book },
    'book.returned': { description: 'A book came back to its shelf.', data: book },
    'book.withdrawn': { description: 'A book left the library.', data: book },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/api/books',
      summary: 'List books',
      description: 'Books, the newest first unless sorted otherwise. Clerks and readers see those of their branch.',
      scope: 'read:books',
      query: {
        ...pageParameters,
        ...sortParameters(['created_at', 'title', 'pages', 'published', 'id']),
        ...bookFilter,
        fields: fieldsParameter(book),
      },
      output: listOf(book, 'Book'),
      agent: {
        name: 'find_books',
        description:
          'Finds books by branch or author. Begin here when you know a book but not its id (`bok_…`). `whereabouts` says on which shelf it stands, or who has it and until when.',
      },
    }),
    add: operation({
      method: 'POST',
      path: '/api/books',
      summary: 'Add a book',
      description: 'Adds a book to a branch, and puts it on a shelf.',
      scope: 'write:books',
      body: { branch, title, author, pages, published, shelf },
      example: {
        branch: 'north',
        title: 'Notes by the Translator',
        author: 'Ada Lovelace',
        pages: 66,
        published: '1843-09-01',
        shelf: 'A-12',
      },
      output: book,
      status: 201,
      location: '/api/books/{id}',
    }),
    get: operation({
      method: 'GET',
      path: '/api/books/{book_id}',
      summary: 'Get a book',
      description: 'One book, and where it is.',
      scope: 'read:books',
      params: onBook,
      output: book,
      errors: ['gone'],
      agent: {
        name: 'get_book',
        description: 'Reads one book by id: where it stands now, or who has it and until when.',
      },
    }),
    update: operation({
      method: 'PATCH',
      path: '/api/books/{book_id}',
      summary: 'Change a book',
      description: 'Changes the members that are sent.',
      scope: 'write:books',
      params: onBook,
      body: {
        title: title.optional(),
        author: author.optional(),
        pages: pages.optional(),
        published: published.optional(),
        version: expectedVersion,
      },
      example: { pages: 68 },
      output: book,
      errors: ['gone', 'version-conflict'],
    }),
    lend: operation({
      ...loan,
      method: 'POST',
      path: '/api/books/{book_id}/loans',
      summary: 'Lend a book',
      description: 'Takes the book from its shelf, for somebody who borrows it.',
      agent: {
        name: 'lend_book',
        description:
          'Lends a book by id to who borrows it, until a day. It must stand on its shelf: one that is lent is refused with a conflict. Take it back with return_book.',
      },
    }),
    checkOut: operation({
      ...loan,
      method: 'POST',
      path: '/api/books/{book_id}/checkout',
      summary: 'Check out a book',
      description: 'What `books.lend` does, under its former name.',
      deprecated: { since: '2026-09-01', sunset: '2027-09-01', link: 'https://library.example/news/loans' },
    }),
    return: operation({
      method: 'POST',
      path: '/api/books/{book_id}/return',
      summary: 'Take a book back',
      description: 'Puts the book back on its shelf.',
      scope: 'lend:books',
      params: onBook,
      output: book,
      errors: ['gone', bookOnShelf],
      effect: { emits: 'book.returned' },
      agent: { name: 'return_book', description: 'Takes back a book that is lent, and puts it on its shelf again.' },
    }),
    withdraw: operation({
      method: 'DELETE',
      path: '/api/books/{book_id}',
      summary: 'Withdraw a book',
      description: 'Takes the book out of the library. Its identifier answers 410 for 30 days.',
      scope: 'write:books',
      params: onBook,
      errors: ['gone'],
      effect: { emits: 'book.withdrawn' },
    }),
  },
  files: {
    label: fileOperation({
      path: '/api/books/{book_id}/label',
      summary: 'Download the label of a book',
      description: 'What is stuck to its spine, as a picture.',
      scope: 'read:books',
      params: onBook,
      media: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="48"></svg>\n' },
      errors: ['gone', 'range-not-satisfiable'],
    }),
  },
})
