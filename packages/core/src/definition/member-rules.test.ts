import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, define, get, having, id } from './sound.fixture.ts'

const told = (member: string) =>
  `books.get has a member called ${member}, as every object does unasked. Call it otherwise.`
const text = z.string().optional()

test.each([
  ['a parameter', { query: { constructor: text } }, 'constructor'],
  ['a member of a body', { method: 'POST', body: { toString: text } }, 'toString'],
  ['a member of an output', { output: book.extend({ valueOf: text }).meta(book.meta()!) }, 'valueOf'],
  [
    'a member deep in an output',
    { output: book.extend({ races: z.array(z.object({ constructor: text })).nullable() }).meta(book.meta()!) },
    'constructor',
  ],
])('%s with the name of what every object has is refused', (_what, given, member) => {
  const refused = () => define({ resources: { books: having({ get: get(given) }) } })()
  expect(refused).toThrow(DefinitionError)
  expect(refused).toThrow(told(member))
})

test('other names are those of members', () => {
  expect(
    define({ resources: { books: having({ get: get({ query: { builder: text }, params: { book_id: id } }) }) } }),
  ).not.toThrow()
})
