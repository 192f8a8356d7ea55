import { Access, errorKind, exampleId, idSchema, type Operation, operation, resource } from '@roster/core/contract'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineApplication } from '../application.ts'
import { DefinitionError } from './definition.ts'
import { coreLedger, ledgerOf } from '../data/migrate.ts'
import { exportsOf } from '../exports/exports.ts'
import { Conditions } from '../data/conditions.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'

const access = new Access({
  scopes: { 'see:books': 'See books', desk: 'Run the desk' },
  roles: { librarian: { scopes: 'every', records: 'all' }, reader: { scopes: ['see:books'], records: 'own' } },
  scopeFor: { keys: 'desk', clients: 'desk', webhooks: 'desk', events: 'see:books', metrics: 'desk' },
})
const id = idSchema('bok', 'the book')
const book = z.object({ id }).meta({ id: 'Book', description: 'A book.', examples: [{ id: exampleId('bok') }] })
const books = { name: 'books', title: 'Books', description: 'Books.', events: {} }
const reads = { summary: 'Get', description: 'One.', scope: 'see:books', output: book }

/** An operation that nothing is wrong with but what is given. */
const get = (given: object = {}): Operation =>
  operation({ method: 'GET', path: '/api/books/{book_id}', params: { book_id: id }, ...reads, ...given })

/** A resource with such operations, by their names. */
function having(operations: Record<string, Operation>, given: object = {}) {
  const contract = resource({ ...books, operations, ...given })
  const procedures = Object.fromEntries(
    Object.entries(operations).map(([name, one]) => [name, on(one, { run: () => undefined as never })]),
  )
  return implement(contract, { entities: [], procedures })
}

const exported = {
  table: 'books',
  schema: book,
  filter: {},
  exampleFilter: {},
  select: () => new Conditions('true'),
  words: { plural: 'books', records: 'books' },
}

const exporting = (kinds: Record<string, typeof exported & { scope?: string }>) =>
  exportsOf({ basePath: '/api', scope: 'see:books', kinds })

const sound = {
  name: 'Library',
  about: { title: 'Library', description: 'Books.' },
  access: access as Access,
  basePath: '/api',
  account: book,
  findAccount: async () => undefined,
  resources: { books: having({ get: get() }) },
  exports: exporting({ books: exported }),
  ledgers: [coreLedger],
}

/** What an application has otherwise than a sound one, as programs without types can give it. */
type Given = { [Part in keyof typeof sound]?: (typeof sound)[Part] | Readonly<Record<string, unknown>> }

const define = (given: Given) => () => defineApplication({ ...sound, ...given } as typeof sound)

const policy = (given: object): Access =>
  new Access({
    scopes: { 'see:books': 'See books', desk: 'Run the desk' },
    roles: { librarian: { scopes: 'every', records: 'all' } },
    scopeFor: { keys: 'desk', clients: 'desk', webhooks: 'desk', events: 'see:books', metrics: 'desk' },
    ...given,
  })
const here = new URL('migrations/', import.meta.url)
const gone = { status: 410, title: 'Gone', description: 'It is gone.', remedy: 'Ask for another.' }
const tool = { name: 'get_book', description: 'Reads one book.' }
const data = z.object({ id }).meta({ examples: [{ id: exampleId('bok') }] })

const REFUSED: readonly [what: string, given: Given, message: string][] = [
  [
    'a base path that ends with a slash',
    { basePath: '/api/', resources: {} },
    'The `basePath` of the application is "/api/". Make it a path without a slash at its end, such as /api.',
  ],
  [
    'no role that may do everything',
    { access: policy({ roles: { reader: { scopes: ['see:books'], records: 'own' } } }) },
    "No role of `access` may do everything, so that nobody could begin. Give one `scopes: 'every'` and `records: 'all'`.",
  ],
  [
    'a role of the core',
    {
      access: policy({
        roles: { librarian: { scopes: 'every', records: 'all' }, service: { scopes: [], records: 'own' } },
      }),
    },
    'The role service has the name of what OAuth clients act in. Call it otherwise.',
  ],
  [
    'a scope of the core',
    { access: policy({ scopes: { 'see:books': '', desk: '', openid: '' } }) },
    'The scope openid has a name that means something to the core. Call it otherwise.',
  ],
  [
    'a resource of the core',
    { resources: { me: having({ get: get() }, { name: 'me' }) } },
    'The resource me has the name of one that comes with the core. Call it otherwise.',
  ],
  [
    'a resource with two names',
    { resources: { shelves: having({ get: get() }) } },
    'The resource shelves has a contract that is called books. Call both by one name.',
  ],
  [
    'two operations on one path',
    { resources: { books: having({ get: get(), find: get({ path: '/api/books/{id}', params: { id } }) }) } },
    'books.find has the path of books.get: GET /api/books/{id}. Give one of them another.',
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
  ...['/api/books/:book_id', '/api/books/{book_id', '/api/books/{book-id}', '/api/books/', '/api/books?shelf=1'].map(
    (path): (typeof REFUSED)[number] => [
      `the path ${path}`,
      { resources: { books: having({ get: get({ path, params: {} }) }) } },
      `books.get has the path ${path}, which callers could not reach. Between its slashes put a word or a parameter such as {book_id}, and nothing at its end.`,
    ],
  ),
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
    'books.get has {number} in its `location`, which its output lacks. Name a member of the output.',
  ],
  [
    'a scope that does not exist',
    { resources: { books: having({ get: get({ scope: 'read:books' }) }) } },
    'books.get takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for the records of others',
    { resources: { books: having({ get: get({ scope: 'any', scopeForOthers: 'read:books' }) }) } },
    'books.get takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for a role',
    {
      access: policy({
        roles: { librarian: { scopes: 'every', records: 'all' }, reader: { scopes: ['read:books'], records: 'own' } },
      }),
    },
    'The role reader takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for events',
    { resources: { books: having({ get: get() }, { readScope: 'read:books' }) } },
    'The `readScope` of books takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for what is exported',
    { exports: exporting({ books: exported, scrolls: { ...exported, scope: 'read:books' } }) },
    'The export of scrolls takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'an error code of the core',
    { resources: { books: having({ get: get({ errors: [errorKind({ code: 'gone', ...gone })] }) }) } },
    'books.get has another error with the code gone than the core. Give one of them another code.',
  ],
  [
    'one code for two errors',
    {
      resources: {
        books: having({
          get: get({ errors: [errorKind({ code: 'lost', ...gone })] }),
          list: get({ path: '/api/books', params: {}, errors: [errorKind({ code: 'lost', ...gone })] }),
        }),
      },
    },
    'books.list has another error with the code lost than books.get. Give one of them another code.',
  ],
  [
    'an error code that is no part of an address',
    { resources: { books: having({ get: get({ errors: [errorKind({ code: 'Lost it', ...gone })] }) }) } },
    'books.get lists an error with the code "Lost it". Write it in small letters and digits, with hyphens between words.',
  ],
  [
    'an error with the status of a success',
    { resources: { books: having({ get: get({ errors: [errorKind({ code: 'lost', ...gone, status: 200 })] }) }) } },
    'books.get lists the error lost with the status 200. Give it one from 400 to 599.',
  ],
  [
    'an event in other words',
    {
      resources: { books: having({ get: get() }, { events: { 'book.put-back': { description: 'Put back.', data } } }) },
    },
    'books has an event "book.put-back". Call it by two words in small letters, such as book.shelved.',
  ],
  [
    'an event of the core',
    { resources: { books: having({ get: get() }, { events: { 'api_key.created': { description: 'Made.', data } } }) } },
    'apiKeys has the event api_key.created, as books has. Call one of them otherwise.',
  ],
  [
    'a channel of the core',
    { resources: { books: having({ get: get() }, { channel: 'system' }) } },
    "The events of books go to the channel system, which is the core's. Call it otherwise.",
  ],
  [
    'a tool for agents with a name that clients cut',
    { resources: { books: having({ get: get({ agent: { ...tool, name: 'get_'.repeat(16) } }) }) } },
    `books.get calls its tool for agents "${'get_'.repeat(16)}". Take a small letter, then at most 59 small letters, digits and underscores, and not search_operations or call_operation.`,
  ],
  [
    'a tool for agents with the name of one of the gateway',
    { resources: { books: having({ get: get({ agent: { ...tool, name: 'call_operation' } }) }) } },
    'books.get calls its tool for agents "call_operation". Take a small letter, then at most 59 small letters, digits and underscores, and not search_operations or call_operation.',
  ],
  [
    'two tools for agents with one name',
    {
      resources: {
        books: having({
          get: get({ agent: tool }),
          find: get({ path: '/api/books/{book_id}/cover', agent: tool }),
        }),
      },
    },
    'books.find has the tool for agents get_book, as books.get has. Call one of them otherwise.',
  ],
  [
    'a tool for agents that nothing is said of',
    { resources: { books: having({ get: get({ agent: { ...tool, description: ' ' } }) }) } },
    'books.get describes its tool for agents in 0 characters. Say in 1 to 600 when to call it.',
  ],
  [
    'a tool for agents that takes away what it only reads',
    { resources: { books: having({ get: get({ agent: { ...tool, destructive: true } }) }) } },
    'books.get is destructive and read-only to agents. Take back one of the two.',
  ],
  [
    'a tool for agents that answers with alternatives',
    { resources: { books: having({ get: get({ agent: tool, output: z.union([book, data]) }) }) } },
    'books.get is a tool for agents, and its output is no object and no list. Give it an object.',
  ],
  [
    'a tool for agents that REST alone offers',
    { resources: { books: having({}, { rest: { get: get({ agent: tool }) } }) } },
    'books.get is a tool for agents, and they cannot call it. Take back its `agent`.',
  ],
  [
    'two ledgers in one table',
    { ledgers: [ledgerOf(here), ledgerOf(new URL('more/', here))] },
    `The ledgers ${fileURLToPath(here)} and ${fileURLToPath(new URL('more/', here))} note their migrations in one table, migrations. Give one of them another.`,
  ],
]

test('an application that nothing is wrong with is defined', () => {
  expect(define({})().resources.books).toBe(sound.resources.books)
})

describe('an application that cannot be served is refused when it is defined', () => {
  test.each(REFUSED)('%s', (_what, given, message) => {
    expect(define(given)).toThrow(new DefinitionError([message]))
  })
})

test('all that is wrong is said at once', () => {
  const resources = { shelves: having({ get: get({ params: {} }) }) }
  expect(define({ resources })).toThrow(
    new DefinitionError([
      'The resource shelves has a contract that is called books. Call both by one name.',
      'books.get has {book_id} in its path and no schema of it. Add book_id to its `params`.',
    ]),
  )
})

test('an error that nobody declared is refused where an operation lists it', () => {
  expect(() => get({ errors: ['lost'] })).toThrow(
    'The core has no error "lost". Describe one with `errorKind`, or name one of ',
  )
})

test('an operation in two resources is refused where the second is described', () => {
  const shared = get()
  having({ get: shared })
  expect(() => having({ find: shared }, { name: 'shelves' })).toThrow(
    'shelves.find is the operation books.get once more. Describe one of its own.',
  )
})

test('an operation that is done by the procedure of another is refused where they are joined', () => {
  const operations = { get: get(), find: get({ path: '/api/books', params: {} }) }
  const contract = resource({ ...books, operations })
  const done = (one: Operation) => on(one, { run: () => undefined as never })
  const procedures = { get: done(operations.find), find: done(operations.get) }
  expect(() => implement(contract, { entities: [], procedures })).toThrow(
    'books.get is done by what does books.find. Give it `on` of its own operation.',
  )
})

test('a resource with the name of one of the core is a type error', () => {
  // @ts-expect-error -- `me` comes with the core.
  expect(() => defineApplication({ ...sound, resources: { me: having({ get: get() }, { name: 'me' }) } })).toThrow(
    DefinitionError,
  )
})
