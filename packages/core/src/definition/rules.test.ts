import { defineEntity, p } from '@mikro-orm/core'
import { errorKind, listOf } from '@roster/core/contract'
import { Client } from '@roster/sdk/client'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defineApplication } from '../application.ts'
import { ledgerOf } from '../data/migrate.ts'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, data, define, get, having, type Refused, sound } from './sound.fixture.ts'

const here = new URL('migrations/', import.meta.url)
const gone = { status: 410, title: 'Gone', description: 'It is gone.', remedy: 'Ask for another.' }
const entity = (name: string, tableName: string) =>
  defineEntity({ name, tableName, properties: { id: p.text().primary() } })
const list = (given: object) => get({ path: '/api/books', params: {}, output: listOf(book, 'Book'), ...given })

const REFUSED: readonly Refused[] = [
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
    'a member of accounts that they lack',
    { accountMembers: { owner: 'brnach' } },
    'The `accountMembers` of the application have "brnach" for the owner, which its `account` lacks. Name a member of that.',
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
  ...[undefined, 404.5, Number.NaN].map((status): Refused => [
    `an error with the status ${status}`,
    { resources: { books: having({ get: get({ errors: [{ ...gone, code: 'lost', status }] }) }) } },
    `books.get lists the error lost with the status ${status}. Give it one from 400 to 599.`,
  ]),
  [
    'an error without a code',
    { resources: { books: having({ get: get({ errors: [gone] }) }) } },
    'books.get lists an error with the code "undefined". Write it in small letters and digits, with hyphens between words.',
  ],
  ...[z.string(), z.array(data), z.object({ title: z.string() }), data.readonly()].map((schema): Refused => [
    `an event about something without an id: ${schema.type}`,
    {
      resources: {
        books: having(
          { get: get() },
          { events: { 'book.shelved': { description: 'Shelved.', data: schema.meta({ examples: [{}] }) } } },
        ),
      },
    },
    'books has the event book.shelved with `data` that is no plain `z.object` with an `id`. Give it the schema of the record, or of its id alone.',
  ]),
  ...['book.put-back', 'book.2nd', 'Book.lent', 'book', 'book.lent.again'].map((event): Refused => [
    `an event in other words: ${event}`,
    { resources: { books: having({ get: get() }, { events: { [event]: { description: 'Done.', data } } }) } },
    `books has an event "${event}". Call it by two words in small letters and digits, such as book.shelved.`,
  ]),
  ...['event', 'eventData', 'EventNames', 'errorCode', 'all'].map((name): Refused => [
    `a resource that is called ${name}`,
    { resources: { [name]: having({}, { name }) } },
    `The resource ${name} has the name of a module that every client has beside. Call it otherwise.`,
  ]),
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
    'two ledgers in one table',
    { ledgers: [ledgerOf(here), ledgerOf(new URL('more/', here))] },
    `The ledgers ${fileURLToPath(here)} and ${fileURLToPath(new URL('more/', here))} note their migrations in one table, migrations. Give one of them another.`,
  ],
  ...['my-books', 'my.books', '2nd', 'then', ...Object.getOwnPropertyNames(Client.prototype)].map((name): Refused => [
    `a resource that is called ${name}`,
    { resources: { [name]: having({}, { name }) } },
    `The resource ${name} is called "${name}", which no client could call. Take a letter, then letters and digits, and not baseUrl, product, limitsOf, request, send, open, then, call, apply, nor what every object has, such as toString.`,
  ]),
  ...['get-one', 'get.one', 'then', 'apply', 'client', 'constructor'].map((name): Refused => [
    `an operation that is called ${name}`,
    { resources: { books: having({ [name]: get() }) } },
    `books.${name} is called "${name}", which no client could call. Take a letter, then letters and digits, and not client, then, call, apply, nor what every object has, such as toString.`,
  ]),
  [
    'an error without a text for its page',
    { resources: { books: having({ get: get({ errors: [{ ...gone, code: 'lost', remedy: undefined }] }) }) } },
    'books.get lists the error lost, which has no `remedy`. Write one.',
  ],
  [
    'a channel that nobody could join',
    { resources: { books: having({ get: get() }, { channel: 'books.new' }) } },
    'The events of books go to the channel "books.new", which nobody could join. Take letters, digits, hyphens and underscores.',
  ],
  [
    'an owner that no record has',
    { resources: { books: having({ get: get() }, { owner: 'reader_id' }) } },
    'The `owner` of books is "reader_id", which its records lack. Name the member that has the account.',
  ],
  [
    'a search in what no record has',
    { resources: { books: having({ list: list({ effect: { searches: ['id', 'title'] } }) }) } },
    'books.list `searches` in "title", which its records lack. Name members of them.',
  ],
  [
    'an event that nobody described',
    { resources: { books: having({ take: get({ method: 'DELETE', effect: { emits: 'book.taken' } }) }) } },
    'books.take `emits` "book.taken", which is no event of books. Add it to its `events`, or name one of them.',
  ],
  [
    'a table that another entity has',
    { resources: { books: having({ get: get() }, {}, [entity('Book', 'books'), entity('Copy', 'books')]) } },
    'books has the table books in its entity Copy, as books has in Book. Give it another.',
  ],
  [
    'a table of the core',
    { resources: { books: having({ get: get() }, {}, [entity('Book', 'exports')]) } },
    'books has the table exports in its entity Book, as the core has in Export. Give it another.',
  ],
  [
    'an entity that is called as one of the core',
    { resources: { books: having({ get: get() }, {}, [entity('Export', 'books')]) } },
    'books has an entity called Export, as the core has. Call it otherwise.',
  ],
  [
    'an entity that is not there yet',
    { resources: { books: having({ get: get() }, {}, [undefined as never]) } },
    'books has an entity that is undefined when it is asked for. See whether its module and that of the entity import each other.',
  ],
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})

test('an application that nothing is wrong with is defined', () => {
  expect(define({})().resources.books).toBe(sound.resources.books)
})

test('the words of an event may have digits', () => {
  const events = { 'mp3_file.sent_2nd': { description: 'Sent.', data } }
  expect(define({ resources: { books: having({ get: get() }, { events }) } })).not.toThrow()
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

test('a resource with the name of one of the core is a type error', () => {
  // @ts-expect-error -- `me` comes with the core.
  expect(() => defineApplication({ ...sound, resources: { me: having({ get: get() }, { name: 'me' }) } })).toThrow(
    DefinitionError,
  )
})
