import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endBy } from './end-by.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an error is thrown once what it leaves open is closed', async () => {
  const closing = Promise.withResolvers<void>()
  let isThrown = false
  const ended = endBy(new Error('no start'), () => closing.promise).catch(() => void (isThrown = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isThrown).toBe(false)
  closing.resolve()
  await ended
  expect(isThrown).toBe(true)
})

test('an error is thrown although what it leaves open cannot be closed, or never is', async () => {
  const error = new Error('no start')
  await expect(endBy(error, () => Promise.reject(new Error('no end')))).rejects.toBe(error)
  const ended = endBy(error, () => new Promise<void>(() => {})).catch((thrown: unknown) => thrown)
  await vi.runAllTimersAsync()
  expect(await ended).toBe(error)
})
