import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveBack } from './give-back.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A lease that the database takes back at the nth time; it answers nothing before. */
function leaseTakenAt(nth: number) {
  const abandon = vi.fn<() => Promise<void>>(async () => {
    if (abandon.mock.calls.length < nth) throw new Error('Connection terminated unexpectedly')
  })
  return { abandon }
}

test('a lease is given back once a second until the database takes it, and not again', async () => {
  const lease = leaseTakenAt(3)
  const ended = vi.fn<() => void>()
  void giveBack(lease, new AbortController().signal).then(ended)
  for (const tries of [0, 1, 2]) {
    expect(lease.abandon).toHaveBeenCalledTimes(tries)
    await vi.advanceTimersByTimeAsync(999)
    expect(lease.abandon).toHaveBeenCalledTimes(tries)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(lease.abandon).toHaveBeenCalledTimes(3)
  expect(ended).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lease.abandon).toHaveBeenCalledTimes(3)
})

test('a lease is left alone after the 30 seconds that it lasts', async () => {
  const lease = leaseTakenAt(Infinity)
  const ended = vi.fn<() => void>()
  void giveBack(lease, new AbortController().signal).then(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalled()
  expect(lease.abandon).toHaveBeenCalledTimes(30)
})

test('nothing is tried any more once the process stops', async () => {
  const lease = leaseTakenAt(Infinity)
  const ended = vi.fn<() => void>()
  const stopping = new AbortController()
  void giveBack(lease, stopping.signal).then(ended)
  await vi.advanceTimersByTimeAsync(1_500)
  stopping.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalled()
  expect(lease.abandon).toHaveBeenCalledTimes(1)
})
