import { DatabaseUnreachable } from '@roster/core/server'
import { expect, test } from 'vitest'
import { refusalExplained } from './server-refusals.ts'

const refused = (message: string, code: string) => Object.assign(new Error(message), { code })

test('that a server gives no more connections is said in sentences, also of who was told so on the way', () => {
  const spent = refused('too many connections for role "roster"', '53300')
  const sentences =
    'The database server gives no more connections: too many connections for role "roster". A process takes up to 11, and so does each worker. ' +
    'Allow more, run fewer, or put a pooler before the server.'
  expect(refusalExplained(spent)).toBe(sentences)
  expect(refusalExplained(new DatabaseUnreachable('postgres://localhost/roster', spent))).toBe(sentences)
})

test('that a server does not let its user work is said with what lets it', () => {
  for (const refusal of [
    refused('permission denied for schema public', '42501'),
    refused('no schema has been selected to create in', '3F000'),
  ])
    expect(refusalExplained(new Error('A migration failed.', { cause: refusal }))).toBe(
      `The database server does not let this user do what it must: ${refusal.message}. Make the user of DATABASE_URL the owner of the database and of its ` +
        'tables. One that only serves what another user has migrated needs select, insert, update and delete on all tables, and usage on all sequences.',
    )
})

test('nothing of that is said of other errors', () => {
  for (const other of [refused('deadlock detected', '40P01'), new Error('No reason.'), 'no error', undefined])
    expect(refusalExplained(other)).toBeUndefined()
})
