import { coreErrors, errorKind, operation, resource } from '@roster/core/contract'
import { commonAgents } from '@roster/sdk/testing'
import { expect, test } from 'vitest'
import { commonAgentsOf, mockedAgents } from './mock-agents.ts'

const LENT = errorKind({
  code: 'book-lent',
  status: 409,
  title: 'Book lent',
  description: 'Somebody has it.',
  remedy: 'Wait until it is back.',
})

/** A resource of one operation, which says this of itself. */
const books = (description: string) =>
  resource({
    name: 'books',
    title: 'Books',
    description: 'What the library lends.',
    events: {},
    operations: {
      burn: operation({
        method: 'DELETE',
        path: '/books',
        scope: 'any',
        summary: 'Burn every book',
        description,
        status: 204,
      }),
    },
  })

const errors = Object.fromEntries([...coreErrors, LENT].map((kind) => [kind.code, kind]))
const BOOKS = books('Leaves nothing.')

test('two applications have in common what both say in the same words', () => {
  const namesIn = (other: typeof BOOKS) => Object.keys(commonAgentsOf([BOOKS], [other]).operations)
  expect(namesIn(books('Leaves nothing.'))).toEqual(['books.burn'])
  expect(namesIn(books('Leaves ashes.'))).toEqual([])
})

test('an application names what it has in common with every other, and tells the rest itself', async () => {
  const told = mockedAgents({ resources: [BOOKS], errors }, commonAgentsOf([BOOKS], [BOOKS]))
  expect(told).toEqual({ operations: ['books.burn'], scopes: [], remedies: { 'book-lent': 'Wait until it is back.' } })
  const { operations } = mockedAgents({ resources: [BOOKS], errors }, await commonAgents())
  expect(operations).toMatchObject([{ name: 'books.burn', description: 'Leaves nothing.' }])
})

test('what the core says of every error and the two general tools lie in @roster/sdk', async () => {
  const { search, call, remedies } = await commonAgents()
  expect([search.name, call.name]).toEqual(['search_operations', 'call_operation'])
  expect(remedies).toEqual(Object.fromEntries(coreErrors.map(({ code, remedy }) => [code, remedy])))
})
