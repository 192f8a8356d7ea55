import { expect, test } from 'vitest'
import { searchOperations } from './agent-search.ts'

const operations = [
  { name: 'books.list', summary: 'List books', description: 'Returns all.' },
  { name: 'books.lend', summary: 'Lend a book', description: 'Somebody takes it home.' },
  { name: 'people.list', summary: 'List people', description: 'Returns who may lend.' },
  { name: 'apiKeys.rotate', summary: 'Replace', description: 'Gives another secret.' },
  { name: 'loans.list', summary: 'List what is out', description: 'Returns books by whom.' },
]

test.each([
  ['a name weighs more than a summary, and that more than a description', 'lend', ['books.lend', 'people.list']],
  ['words in the plural are those in the singular', 'Books', ['books.list', 'books.lend', 'loans.list']],
  ['and the other way round', 'loan', ['loans.list']],
  ['a name is of several words', 'api', ['apiKeys.rotate']],
  ['descriptions are read too', 'SECRETS', ['apiKeys.rotate']],
  ['who has most of the words comes first', 'people list', ['people.list', 'books.list', 'loans.list']],
  ['a part of a word is none', 'len', []],
])('%s', (_what, query, names) => {
  expect(searchOperations(operations, query).map(({ name }) => name)).toEqual(names)
})

test('at most five are found, in their order where they are equal', () => {
  const many = Array.from({ length: 7 }, (_, nth) => ({ ...operations[1]!, name: `books.lend${nth}` }))
  expect(searchOperations(many, 'home')).toEqual(many.slice(0, 5))
})
