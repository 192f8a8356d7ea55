import { Problem } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { refusalResult } from './result.ts'

const CONTEXT = { baseUrl: 'https://api.example.com', requestId: 'req_1' } as never

/** What an agent reads of a refusal. */
function readOf(problem: Problem): unknown {
  const { content } = refusalResult(problem, CONTEXT)
  return JSON.parse((content as { text: string }[])[0]!.text)
}

test.each(['rate-limited', 'unavailable', 'overloaded', 'idempotency-in-progress'] as const)(
  '%s tells the seconds to wait, and to repeat the call then',
  (code) => {
    const problem = new Problem(code, 'Not now.', { headers: { 'retry-after': '7' } })
    expect(readOf(problem)).toMatchObject({
      code,
      retry_after: 7,
      next_step: 'Wait 7 s, then repeat the call as it was.',
    })
  },
)

test('any other tells what to do about it', () => {
  expect(readOf(new Problem('version-conflict', 'It has changed.'))).toMatchObject({
    type: 'https://api.example.com/errors/version-conflict',
    detail: 'It has changed.',
    request_id: 'req_1',
    next_step: 'Read the record again, apply the change to what it is now, and send its current `version`.',
  })
})
