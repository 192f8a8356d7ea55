import { pino } from 'pino'
import { expect, test } from 'vitest'
import { hearingIn } from './hearing.ts'

test('operators are told what happens while nothing is heard of other processes, why, and when they are heard again', () => {
  const lines: unknown[] = []
  const hearing = hearingIn(
    pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) }),
  )
  hearing(new Error('connect ECONNREFUSED'))
  hearing()
  expect(lines).toEqual([
    {
      level: 40,
      err: expect.objectContaining({ message: 'connect ECONNREFUSED' }),
      msg: expect.stringMatching(
        /^The database takes no connection for LISTEN, .* messages of sockets stay in their process/,
      ),
    },
    { level: 30, msg: 'Other processes are heard again' },
  ])
})
