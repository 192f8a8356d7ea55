import { NOBODY } from '@roster/api'
import { expect, test } from 'vitest'
import { LiveConnection, MAX_UNSENT, SlowReader } from './connection.ts'

test.each([
  [MAX_UNSENT, false],
  [MAX_UNSENT + 1, true],
])('a reader that leaves %i bytes unsent is too slow: %j', (unsent, isSlow) => {
  const connection = new LiveConnection({} as never, NOBODY, async () => NOBODY)
  connection.outlet = { unsent: () => unsent, drain: async () => {} }
  const write = () => connection.requireRoom()
  if (isSlow) expect(write).toThrow(SlowReader)
  else expect(write).not.toThrow()
})
