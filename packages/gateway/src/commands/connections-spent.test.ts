import { DatabaseUnreachable } from '@roster/core/server'
import { expect, test } from 'vitest'
import { connectionsSpent } from './connections-spent.ts'

const refused = Object.assign(new Error('too many connections for role "roster"'), { code: '53300' })

test('that a server gives no more connections is said in sentences, also of who was told so on the way', () => {
  const sentences =
    'The database server gives no more connections: too many connections for role "roster". A process takes up to 11, and so does each worker. ' +
    'Allow more, run fewer, or put a pooler before the server.'
  expect(connectionsSpent(refused)).toBe(sentences)
  expect(connectionsSpent(new DatabaseUnreachable('postgres://localhost/roster', refused))).toBe(sentences)
})

test('nothing of that is said of other errors', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  for (const other of [deadlock, new Error('No reason.'), 'no error', undefined])
    expect(connectionsSpent(other)).toBeUndefined()
})
