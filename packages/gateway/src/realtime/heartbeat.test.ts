import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it beats every fifteen seconds for those who have not left', () => {
  const heartbeat = new Heartbeat()
  const beats: string[] = []
  const leave = heartbeat.add(() => beats.push('one'))
  heartbeat.add(() => beats.push('other'))
  vi.advanceTimersByTime(15_000)
  leave()
  vi.advanceTimersByTime(15_000)
  heartbeat.stop()
  vi.advanceTimersByTime(15_000)
  expect(beats).toEqual(['one', 'other', 'other'])
})
