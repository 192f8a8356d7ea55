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
