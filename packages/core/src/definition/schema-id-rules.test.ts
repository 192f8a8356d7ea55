import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, data, define, get, having } from './sound.fixture.ts'

const called = (id: string) => z.object({ shelf: z.string().meta({ id }) })
const put = (given: object) => get({ method: 'PUT', ...given })
const another = (by: string, id: string, other: string) =>
  new DefinitionError([
    `${by} has another schema with the id ${id} than ${other}. Give one of them another id, or take one schema for both.`,
  ])

test('two schemas with one id are refused, whether they are sent, answered or told', () => {
  const body = { shelf: z.string().meta({ id: 'Shelf' }) }
  const resources = { books: having({ one: put({ body, output: called('Shelf') }) }) }
  expect(define({ resources })).toThrow(another('books.one', 'Shelf', 'books.one'))

  const events = { 'book.shelved': { description: 'Shelved.', data: data.meta({ id: 'Book', examples: [{}] }) } }
  expect(define({ resources: { books: having({ get: get() }, { events }) } })).toThrow(
    another('the event book.shelved', 'Book', 'books.get'),
  )
})

test('what a schema becomes counts too', () => {
  const output = z.object({ shelf: z.string().pipe(z.string().meta({ id: 'Book' })), book })
  expect(define({ resources: { books: having({ get: get({ output }) }) } })).toThrow(
    another('books.get', 'Book', 'books.get'),
  )
})

test.each([
  ['Problem', 'the answers to errors'],
  ['Fault', 'the answers to errors'],
])('an id of what the core answers is refused: %s', (id, other) => {
  const resources = { books: having({ get: get({ output: called(id) }) }) }
  expect(define({ resources })).toThrow(another('books.get', id, other))
})

test('one schema may be in several places, and be described anew in each', () => {
  const output = z.object({ one: book, other: book.meta({ description: 'Another.' }).nullable() })
  expect(define({ resources: { books: having({ get: get({ output }) }) } })).not.toThrow()
})

test.each(['BooksCreateBody', 'BookShelvedEvent'])(
  'an id that documents give to a body or an event is refused: %s',
  (id) => {
    const events = { 'book.shelved': { description: 'Shelved.', data } }
    const operations = { create: put({ body: { shelf: z.string() } }), get: get({ output: called(id) }) }
    expect(define({ resources: { books: having(operations, { events }) } })).toThrow(
      new DefinitionError([
        `books.get has a schema with the id ${id}, as documents call ${id.startsWith('Books') ? 'the body of books.create' : 'the event book.shelved'}. Give it another id.`,
      ]),
    )
  },
)

test('two events or two bodies that documents would call by one name are refused', () => {
  const shelved = { description: 'Shelved.', data }
  const events = { 'book.text_changed': shelved, 'book_text.changed': shelved }
  const body = { shelf: z.string() }
  const operations = {
    createMany: put({ body }),
    create_many: put({ path: '/api/books', params: {}, body }),
  }
  expect(define({ resources: { books: having(operations, { events }) } })).toThrow(
    new DefinitionError([
      'Documents call both the body of books.createMany and the body of books.create_many BooksCreateManyBody. Name one of them otherwise.',
      'Documents call both the event book.text_changed and the event book_text.changed BookTextChangedEvent. Name one of them otherwise.',
    ]),
  )
})

test.each(['Order line', 'orders/line', 'Größe', ''])('an id that no document could refer to is refused: %j', (id) => {
  expect(define({ resources: { books: having({ get: get({ output: called(id) }) }) } })).toThrow(
    new DefinitionError([
      `books.get has a schema with the id "${id}", which documents cannot refer to. Take letters from A to Z, digits, dots, hyphens and underscores.`,
    ]),
  )
})
