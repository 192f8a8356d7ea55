import { defineEntity, p } from '@mikro-orm/core'
import { listOf, pageParameters, sortParameters } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, define, get, having, id } from './sound.fixture.ts'

const due = z.iso.datetime()

/** A list of books, each with a date that may be null, by these members. */
const list = (sorted: readonly [string, ...string[]], query: object = pageParameters) =>
  get({
    path: '/api/books',
    params: {},
    query: { ...query, ...sortParameters(sorted) },
    output: listOf(book.extend({ due_at: due.nullable(), lent_at: due }).meta(book.meta()!), 'Book'),
  })

test.each([
  ['version', 'which says the version of the API'],
  ['api_key', 'which is the key of the caller'],
])('a parameter that the gateway reads itself is refused: %s', (parameter, what) => {
  expect(define({ resources: { books: having({ get: get({ query: { [parameter]: z.string() } }) }) } })).toThrow(
    new DefinitionError([`books.get takes the parameter ${parameter}, ${what}. Call it otherwise.`]),
  )
})

test.each(['version', 'api_key'])('a %s in the path is a parameter like any other', (parameter) => {
  const read = get({ path: `/api/books/{${parameter}}`, params: { [parameter]: id } })
  expect(define({ resources: { books: having({ read }) } })).not.toThrow()
})

test('a walk in the order of a member that may be null is refused', () => {
  expect(define({ resources: { books: having({ list: list(['id', 'due_at']) }) } })).toThrow(
    new DefinitionError(['books.list sorts by due_at, which may be null. Sort by members that never are.']),
  )
})

test('a list is in the order of what is never null, or is not walked', () => {
  expect(define({ resources: { books: having({ list: list(['lent_at', 'id']) }) } })).not.toThrow()
  const { page, limit } = pageParameters
  expect(define({ resources: { books: having({ list: list(['due_at'], { page, limit }) }) } })).not.toThrow()
})

test('a list in the order of what neither its records nor any tables have is refused', () => {
  const properties = { id: p.text().primary(), lendings: p.integer(), shelvedAt: p.text() }
  const Book = defineEntity({ name: 'Book', tableName: 'books', properties })
  const sorting = (...sorted: [string, ...string[]]) =>
    define({ resources: { books: having({ list: list(sorted) }, {}, [Book]) } })
  expect(sorting('id', 'titel')).toThrow(
    new DefinitionError([
      'books.list sorts by titel, which neither its records nor any tables have. Name one of their members.',
    ]),
  )
  expect(sorting('id', 'lendings')).not.toThrow()
  expect(sorting('shelvedAt')).toThrow('books.list sorts by shelvedAt, which neither its records nor any tables have.')
  expect(sorting('shelved_at')).not.toThrow()
  expect(define({ resources: { books: having({ list: list(['of_a_view']) }) } })).not.toThrow()
})

test('a list may be in the order of a column that its entity calls otherwise, or that is of the core', () => {
  const properties = { id: p.text().primary(), shelvedAt: p.text(), made: p.text().fieldName('made_at') }
  const Book = defineEntity({ name: 'Book', tableName: 'books', properties })
  const sorted = list(['shelved_at', 'made_at', 'last_used_at'])
  expect(define({ resources: { books: having({ list: sorted }, {}, [Book]) } })).not.toThrow()
})

test('a walk in an order that callers may name freely is refused', () => {
  const read = list(['id'])
  const free = get({ ...read, query: { ...pageParameters, sort: z.string().default('id') }, params: {} })
  expect(define({ resources: { books: having({ list: free }) } })).toThrow(
    new DefinitionError([
      'books.list takes any text as sort, also columns that no caller may see. Give it `sortParameters([...])`.',
    ]),
  )
})
