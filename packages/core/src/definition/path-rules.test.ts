import { expect, test } from 'vitest'
import { DefinitionError } from './definition.ts'
import { book, define, exported, exporting, get, having, id, type Refused } from './sound.fixture.ts'

const REFUSED: readonly Refused[] = [
  [
    'a base path that ends with a slash',
    { basePath: '/api/', resources: {}, exports: exporting({ books: exported }, { basePath: '/api/' }) },
    'The `basePath` of the application is "/api/". Make it a path without a slash at its end, such as /api.',
  ],
  [
    'a base path that a client resolves',
    { basePath: '/v1/..', resources: {}, exports: exporting({ books: exported }, { basePath: '/v1/..' }) },
    'The `basePath` of the application is "/v1/..". Make it a path without a slash at its end, such as /api.',
  ],
  [
    'two operations on one path',
    { resources: { books: having({ get: get(), find: get({ path: '/api/books/{id}', params: { id } }) }) } },
    'books.find has the path of books.get: GET /api/books/{id}. Give one of them another.',
  ],
  [
    'one path with two names for what varies in it',
    {
      resources: {
        books: having({ get: get(), take: get({ method: 'DELETE', path: '/api/books/{id}', params: { id } }) }),
      },
    },
    'books.take has the path /api/books/{id}, which is /api/books/{book_id} of books.get. Write both alike.',
  ],
  [
    'a path of the core',
    { resources: { books: having({ get: get({ path: '/api/me', params: {} }) }) } },
    'me.get has the path of books.get: GET /api/me. Give one of them another.',
  ],
  [
    'a path outside the base path',
    { resources: { books: having({ get: get({ path: '/docs', params: {} }) }) } },
    'books.get has the path /docs, which is not below the `basePath` of the application. Begin it with /api/.',
  ],
  [
    'a path that begins as the base path does',
    { resources: { books: having({ get: get({ path: '/apiary', params: {} }) }) } },
    'books.get has the path /apiary, which is not below the `basePath` of the application. Begin it with /api/.',
  ],
  ...[
    '/api/books/:book_id',
    '/api/books/{book_id',
    '/api/books/{book-id}',
    '/api/books/',
    '/api/books?shelf=1',
    '/api/./books',
    '/api/books/..',
  ].map((path): Refused => [
    `the path ${path}`,
    { resources: { books: having({ get: get({ path, params: {} }) }) } },
    `books.get has the path ${path}, which callers could not reach. Between its slashes put a word or a parameter such as {book_id}, and nothing at its end.`,
  ]),
  [
    'a path parameter without schema',
    { resources: { books: having({ get: get({ params: {} }) }) } },
    'books.get has {book_id} in its path and no schema of it. Add book_id to its `params`.',
  ],
  [
    'a schema without path parameter',
    { resources: { books: having({ get: get({ path: '/api/books' }) }) } },
    'books.get has book_id among its `params` and not in its path /api/books. Add {book_id} to that.',
  ],
  [
    'a location of what the output lacks',
    { resources: { books: having({ get: get({ location: '/api/books/{number}' }) }) } },
    'books.get has {number} in its `location`, and an output that is no plain `z.object` with that member. Name a member of one.',
  ],
  [
    'a location of what is in another form of object',
    { resources: { books: having({ get: get({ location: '/api/books/{id}', output: book.readonly() }) }) } },
    'books.get has {id} in its `location`, and an output that is no plain `z.object` with that member. Name a member of one.',
  ],
  ...['/api/scrolls/{id}', 'books/{id}'].map((location): Refused => [
    `the location ${location}, where nothing is read`,
    { resources: { books: having({ get: get(), shelve: get({ method: 'POST', location }) }) } },
    `books.shelve has the \`location\` ${location}, where no operation reads. Name the path of one with the method GET.`,
  ]),
  ...['/docs', '/openapi.json', '/mcp/v1', '/.well-known'].map((path): Refused => [
    `the base path ${path}`,
    {
      basePath: path,
      resources: {},
      exports: exporting({ books: exported }, { basePath: path }),
    },
    `The \`basePath\` of the application is "${path}", which the gateway has for itself. Take another, such as /api.`,
  ]),
  [
    'a path that has a parameter twice',
    { resources: { books: having({ get: get({ path: '/api/books/{book_id}/next/{book_id}' }) }) } },
    'books.get has {book_id} twice in its path. Call one of them otherwise.',
  ],
  [
    'exports at another base path',
    { exports: exporting({ books: exported }, { basePath: '/v1' }) },
    'The `basePath` of exports is "/v1", and that of the application "/api". Take one.',
  ],
]

test('a location may name one record of those that an operation reads', () => {
  const shelve = get({ method: 'POST', location: '/api/books/{id}' })
  expect(define({ resources: { books: having({ get: get(), shelve }) } })).not.toThrow()
  expect(
    define({
      resources: { books: having({ get: get(), next: get({ method: 'POST', location: '/api/books/next' }) }) },
    }),
  ).not.toThrow()
})

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})
