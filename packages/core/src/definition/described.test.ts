import { fileOperation, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { exportsOf } from '../exports/exports.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { books, define, done, get, having, id } from './sound.fixture.ts'

test('an error that nobody declared is refused where an operation lists it, by the path of that', () => {
  const listed = 'which GET /api/books/{book_id} lists. Describe one with `errorKind`, or name one of '
  expect(() => get({ errors: ['lost'] })).toThrow(`The core has no error "lost", ${listed}`)
  expect(() => get({ errors: [undefined] })).toThrow(`The core has no error undefined, ${listed}`)
})

test.each([
  ['params', 'query', 'book_id', { query: { book_id: id } }],
  ['params', 'body', 'book_id', { body: { book_id: id } }],
  ['query', 'body', 'shelf', { query: { shelf: id }, body: { shelf: id } }],
])('a name in `%s` and in `%s` is refused where the operation is described', (one, other, name, given) => {
  expect(() => get({ method: 'PUT', ...given })).toThrow(
    `PUT /api/books/{book_id} has ${name} in its \`${one}\` and in its \`${other}\`. Call one of them otherwise.`,
  )
})

test.each([
  [{ path: undefined }, 'The operation "Get" has no `path`. Give it one such as /books.'],
  [{ body: z.object({ id }) }, 'has a schema for its `body`. Give it the members of that, each with a schema.'],
  [{ query: { shelf: 'string' } }, 'has shelf in its `query`, which is no schema. Give it one, such as `z.string()`.'],
  [{ params: { book_id: undefined } }, 'has book_id in its `params`, which is no schema. Give it one,'],
  [{ query: { shelf: mini.string() } }, 'has shelf in its `query` by a schema of zod/mini. Take one of zod.'],
  [{ output: mini.object({}) }, 'has an `output` by a schema of zod/mini. Take one of zod.'],
  [{ output: { id } }, 'has an `output` that is no schema. Make it one, such as `z.object({ … })`.'],
])('what is no schema where one must be is refused where the operation is described: %o', (given, message) => {
  expect(() => get({ method: 'PUT', ...given })).toThrow(message)
})

test.each([{}, undefined])('a download without a media type is refused where it is described: %o', (media) => {
  const spec = { path: '/api/cover', summary: '', description: '', scope: 'desk', params: {}, errors: [] }
  expect(() => fileOperation({ ...spec, media: media as never })).toThrow(
    'GET /api/cover has no `media`. Name each media type of the file, with a beginning of one.',
  )
})

test.each(['operations', 'events'])('a resource without `%s` is refused where it is described', (part) => {
  expect(() => resource({ ...books, operations: {}, [part]: undefined })).toThrow(
    `books has no \`${part}\`. Give it {} where there are none.`,
  )
})

test.each([undefined, { method: 'GET' }])(
  'what is no operation is refused where the resource is described: %o',
  (one) => {
    expect(() => resource({ ...books, operations: { get: one as never } })).toThrow(
      'books.get is no operation. Describe it with `operation`; where it is undefined, see whether two modules import each other.',
    )
  },
)

test('an operation in two resources is refused where the second is described', () => {
  const shared = get()
  having({ get: shared })
  expect(() => having({ find: shared }, { name: 'shelves' })).toThrow(
    'shelves.find is the operation books.get once more. Describe one of its own.',
  )
})

test.each([
  ['operations', 'rest'],
  ['operations', 'files'],
  ['rest', 'files'],
])('one name in `%s` and in `%s` is refused where the resource is described', (one, other) => {
  const described = () => resource({ ...books, operations: {}, [one]: { cover: get() }, [other]: { cover: get() } })
  expect(described).toThrow(`books.cover is in \`${one}\` and in \`${other}\`. Call one of them otherwise.`)
})

test('an event without a schema is refused where the resource is described', () => {
  const events = { 'book.shelved': { description: 'A book was shelved.' } } as never
  expect(() => resource({ ...books, operations: {}, events })).toThrow(
    'books has the event book.shelved without `data`. Give it the schema of the record.',
  )
})

test('an event without an example, by which documents show events, is named', () => {
  const events = { 'book.shelved': { description: 'A book was shelved.', data: z.object({ id }) } }
  expect(define({ resources: { books: having({ get: get() }, { events }) } })).toThrow(
    'The schema of the event book.shelved has no example for documents. Add one with `.meta({ examples: [{ … }] })`.',
  )
})

test('an operation that nothing does is refused where they are joined', () => {
  const described = () =>
    resource({ ...books, operations: { get: get() }, rest: { cover: get({ path: '/api/cover' }) } })
  const { operations, rest } = described()
  expect(() => implement(described(), { entities: [], procedures: {} as never, rest: {} as never })).toThrow(
    'books.get has no procedure. Give it `on` of its operation.',
  )
  const contract = resource({ ...books, operations, rest })
  expect(() => implement(contract, { entities: [], procedures: done(operations) as never, rest: {} as never })).toThrow(
    'books.cover has no procedure. Give it `on` of its operation.',
  )
})

test('a resource without a list of its tables is refused where it is joined', () => {
  const contract = resource({ ...books, operations: {} })
  expect(() => implement(contract, { entities: undefined as never, procedures: {} })).toThrow(
    'books has no `entities`. Give it [] where it keeps no tables.',
  )
})

test('an operation that nothing does, or whose version nothing has, is refused where its steps are given', () => {
  const put = (version: z.ZodType) => {
    const operations = { put: get({ method: 'PUT', body: { version } }) }
    return resource({ ...books, operations }).operations.put
  }
  const run = () => undefined as never
  expect(() => on(put(z.int()), {} as never)).toThrow(
    'books.put has no `run`. Give its `on` the function that does it.',
  )
  expect(() => on(put(z.int().min(1).optional()), { run })).toThrow(
    'books.put takes the `version` of a record, and loads none that has it. Give its `on` a `load`, or call the member otherwise.',
  )
  expect(() => on(put(z.int()), { run, load: async () => ({ version: 1 }) })).not.toThrow()
  expect(() => on(put(z.string()), { run })).not.toThrow()
})

test('an operation that is done by the procedure of another is refused where they are joined', () => {
  const operations = { get: get(), find: get({ path: '/api/books', params: {} }) }
  const contract = resource({ ...books, operations })
  const procedures = done({ get: operations.find, find: operations.get }) as never
  expect(() => implement(contract, { entities: [], procedures })).toThrow(
    'books.get is done by what does books.find. Give it `on` of its own operation.',
  )
})

test.each([{ kinds: {} }, { kinds: undefined as never }])('exports of nothing are refused: %o', ({ kinds }) => {
  expect(() => exportsOf({ basePath: '/api', scope: 'see:books', kinds })).toThrow('`exportsOf` is given no `kinds`.')
})
