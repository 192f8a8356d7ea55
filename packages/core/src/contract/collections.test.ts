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

/** The names of the collections that are listed at paths, by those paths; resources are called after the words before the path. */
function namesAt(...paths: string[]): Record<string, string> {
  const resources = paths.map((described, nth) => {
    const [name, path = ''] = described.includes(' ') ? described.split(' ') : [`r${nth}`, described]
    const data = z.array(z.object({ id: z.string() }))
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => [id, z.string()]))
    const form = { summary: 'List', description: 'Some.', scope: 'any', params, output: z.object({ data }) }
    const list = operation({ ...form, method: 'GET', path })
    return resource({ name: name!, title: 'Some', description: 'Some.', events: {}, operations: { list } })
  })
  const all = [...collectionsOf(resources).values()].flat()
  return Object.fromEntries(all.map(({ name, path }) => [path, name]))
}

test.each([
  ['alone', ['/v1/books/{id}/side-notes'], ['sideNotes']],
  ['in two records', ['/v1/books/{id}/notes', '/v1/films/{id}/notes'], ['booksNotes', 'filmsNotes']],
  ['in a record and in none', ['/v1/films/{id}/notes', '/v1/notes'], ['filmsNotes', 'notes']],
  ['in no record twice', ['/v1/old/notes', '/v1/new/notes'], ['oldNotes', 'newNotes']],
  [
    'in records that end alike as well',
    ['/a/films/{id}/notes', '/b/films/{id}/notes', '/a/books/{id}/notes'],
    ['aFilmsNotes', 'bFilmsNotes', 'booksNotes'],
  ],
  [
    'where another has the longer name',
    ['/films/{id}/notes', '/books/{id}/notes', '/films-notes'],
    ['/films/{}/notes', 'booksNotes', 'filmsNotes'],
  ],
  [
    'beside one of the core',
    ['/v1/parcels/{id}/deliveries', 'webhookEndpoints /v1/webhook-endpoints/{id}/deliveries'],
    ['parcelsDeliveries', 'deliveries'],
  ],
  [
    'like one of the core, which is not there',
    ['/v1/parcels/{id}/deliveries', '/v1/events'],
    ['parcelsDeliveries', 'v1Events'],
  ],
])(
  'a collection is called after the end of its path, and after more of it where others end alike: %s',
  (_what, paths, names) => {
    const found = [namesAt(...paths), namesAt(...paths.toReversed())]
    for (const one of found) expect(paths.map((path) => one[path.split(' ').at(-1)!])).toEqual(names)
  },
)
