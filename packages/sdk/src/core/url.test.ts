import { expect, test } from 'vitest'
import { addressOf, pathOf, type PathValue, queryOf } from './url.ts'

test.each([
  'https://ada@a.example',
  'https://:pw@a.example',
  'https://a.example/?key=s3cret',
  'https://a.example/#s3cret',
])('an address that holds more than one is refused, without being quoted: %s', (text) => {
  expect(() => addressOf(text, 'baseUrl')).toThrow(
    /^`baseUrl` holds a user name, a password, a query or a fragment\. Pass the address alone\.$/,
  )
})

test.each<[id: PathValue, path: string]>([
  ['a b/../c?d#e%', '/v1/notes/a%20b%2F..%2Fc%3Fd%23e%25'],
  ['Zoë', '/v1/notes/Zo%C3%AB'],
  [-1.5, '/v1/notes/-1.5'],
  [0, '/v1/notes/0'],
  [true, '/v1/notes/true'],
  [false, '/v1/notes/false'],
])('what identifies a record is one segment of a path: %j', (id, path) => {
  expect(pathOf('/v1/notes/{note_id}', [id])).toBe(path)
})

test.each([1e21, 1e-7, Number.NaN, Infinity])('a number that services would not read is refused: %d', (id) => {
  expect(() => pathOf('/v1/notes/{note_id}', [id])).toThrow(
    `note_id is ${id}, which cannot name a record. Pass its identifier.`,
  )
})

test('a query has what is said, and nothing of null and undefined', () => {
  expect(queryOf({ none: null, nothing: undefined })).toBe('')
  expect(queryOf({ a: '', b: 0, c: false, d: null, e: ['x', 'y&z'] })).toBe('?a=&b=0&c=false&e=x%2Cy%26z')
})
