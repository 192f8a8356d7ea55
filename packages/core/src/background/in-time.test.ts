import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['ends', async () => 'done', 'done'],
  ['fails', () => Promise.reject(new Error('refused')), new Error('refused')],
])('what %s in time leaves no timer that keeps the process', async (_what, run, expected) => {
  const outcome = await inTime<unknown>(run, 1_000).catch((error: unknown) => error)
  expect([outcome, vi.getTimerCount()]).toEqual([expected, 0])
})
