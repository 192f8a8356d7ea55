import { expect, test } from 'vitest'
import { lookEvery } from './look.ts'

test('a server is looked at as often as it is asked for, and the embedded database once a second', () => {
  expect(lookEvery(100, { isShared: true })).toBe(100)
  expect(lookEvery(100, { isShared: false })).toBe(1_000)
})
