import { expect, test } from 'vitest'
import { changedAt } from './changed-at.ts'

const INSTANT = '2026-11-21T09:30:00.000Z'

test.each([
  [INSTANT, INSTANT],
  ['2026-11-21T10:30:00+01:00', '2026-11-21T10:30:00+01:00'],
  [new Date(INSTANT), INSTANT],
])('a record that changed at %s says so', (updated_at, expected) => {
  expect(changedAt({ updated_at })).toBe(expected)
})

test.each([
  null,
  undefined,
  'soon',
  'Reel 5',
  '2026-11-21',
  '2026-13-21T09:30:00.000Z',
  1_795_000_000,
  new Date('soon'),
])('a record with %j as `updated_at` does not say when it changed', (updated_at) => {
  expect(changedAt({ updated_at })).toBeUndefined()
})

test.each([null, undefined, 'text', 5])('%j is no record that says when it changed', (record) => {
  expect(changedAt(record)).toBeUndefined()
})
