import { NOBODY } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { LiveConnection, MAX_UNSENT, SlowReader } from './connection.ts'

function withUnsent(bytes: number): LiveConnection {
  const connection = new LiveConnection({} as never, NOBODY, async () => NOBODY)
  connection.outlet = { unsent: () => bytes, drain: async () => {} }
  return connection
}

test('a reader may leave as many bytes unsent as there is room for, and one more is too slow', () => {
  expect(() => withUnsent(MAX_UNSENT).requireRoom()).not.toThrow()
  expect(() => withUnsent(MAX_UNSENT + 1).requireRoom()).toThrow(SlowReader)
})
