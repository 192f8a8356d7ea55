import { expect, test } from 'vitest'
import { validated } from '../validation/validation.ts'
import { timestamp } from './text.ts'
import { z } from 'zod'

const sent = (since: unknown) => () => validated(z.strictObject({ since: timestamp }), { since }, 'body')

test.each(['2026-11-21T09:30:00.000Z', '2024-02-29T23:59:59.999Z', '0000-01-01T00:00:00.000Z'])(
  'the timestamp %s is taken as it is',
  (text) => {
    expect(sent(text)()).toEqual({ since: text })
  },
)

test.each([
  'yesterday',
  '',
  '2026-11-21',
  '2026-11-21T09:30:00Z',
  '2026-11-21T09:30:00.000+01:00',
  '2026-11-21T09:30:00.000',
  '2026-02-30T09:30:00.000Z',
  '2026-11-21T25:30:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  ' 2026-11-21T09:30:00.000Z',
])('%j is no timestamp, and the fault names its member', (text) => {
  const message = 'must be an instant in UTC with milliseconds, such as 2026-11-21T09:30:00.000Z'
  expect(sent(text)).toThrow(
    expect.objectContaining({
      code: 'validation-failed',
      faults: [{ field: 'since', message, code: 'invalid-format', pointer: '/since' }],
    }),
  )
})
