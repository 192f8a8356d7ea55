import type { SigningKey } from '@roster/core/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshKeys } from './fresh-keys.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('keys are read again after 2 seconds, also where the clock was put back meanwhile', async () => {
  const list = vi.fn<() => Promise<SigningKey[]>>(async () => [{ kty: 'RSA', kid: 'one' } as SigningKey])
  const keys = freshKeys({ list })
  await keys.list()
  await vi.advanceTimersByTimeAsync(1_999)
  await keys.list()
  expect(list).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - 60 * 60_000)
  await vi.advanceTimersByTimeAsync(1)
  await keys.list()
  expect(list).toHaveBeenCalledTimes(2)
})
