import { operation, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { books, define, exported, exporting, get, having, type Refused } from './sound.fixture.ts'

const defining = (one: object, given: Record<string, unknown> = {}) => ({
  resources: { books: having({ get: get(one) }, given) },
})

const AWAITED =
  'books.get has a check that returns a promise, such as an async `refine`. Let its `run` find out what takes time, and throw `invalid`.'

const ABOUT =
  'The `about` of the application is not what documents begin with. Give it `{ title, description }`, both as texts.'

const REFUSED: readonly Refused[] = [
  [
    'a resource without a title',
    defining({}, { title: undefined }),
    'books has no `title`, which documents show. Write one.',
  ],
  [
    'an operation without a summary',
    defining({ summary: undefined }),
    'books.get has no `summary`, which documents show. Write one.',
  ],
  [
    'an operation without a description',
    defining({ description: undefined }),
    'books.get has no `description`, which documents show. Write one.',
  ],
  [
    'a check of a body that would have to be waited for',
    defining({ method: 'PUT', body: { title: z.string().refine(async () => true) }, example: { title: 'One' } }),
    AWAITED,
  ],
  [
    'a check of a parameter that would have to be waited for',
    defining({
      query: {
        shelf: z
          .string()
          .refine(async () => true)
          .meta({ examples: ['A-1'] }),
      },
    }),
    AWAITED,
  ],
  [
    'an example that is none',
    defining({ method: 'PUT', body: { title: z.string() }, example: { title: 1 } }),
    'books.get has an `example` that its body refuses (title: Invalid input: expected string, received number). Mend one of the two.',
  ],
  ['an application without a word about it', { about: undefined as never }, ABOUT],
  ['an application with one text about it', { about: 'Library' as never }, ABOUT],
]

test.each(REFUSED)('%s is refused', (_, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})

test('errors that are no list are refused', () => {
  const spec = { method: 'GET', path: '/x', summary: '', description: '', scope: 'any', errors: 'gone' } as never
  expect(() => operation(spec)).toThrow("GET /x has `errors` that are no list. Write one, such as ['gone'].")
})

test('an event whose data are the members of a schema is refused', () => {
  const events = { 'book.added': { description: 'Added.', data: { id: z.string() } } } as never
  expect(() => resource({ ...books, events, operations: {} })).toThrow(
    'books has the event book.added with `data` that is no schema. Make it one, such as `z.object({ id })`.',
  )
})

test.each([
  ['table', 'Name the table or view that its records are in.'],
  ['schema', 'Give it that of its records.'],
  ['words', "Give it what they are called, such as { plural: 'books', records: 'books' }."],
])('an export without its %s is refused', (part, mend) => {
  expect(() => exporting({ books: { ...exported, [part]: undefined } })).toThrow(
    `The export of books has no \`${part}\`. ${mend}`,
  )
})
