import { getHeapSpaceStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMemory, releaseMemoryWhenIdle } from './idle-memory.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('memory is given back once, when the process is idle for the first time', () => {
  const shares = [0.9, 0.11, 0.02, 0.01]
  const release = vi.fn<() => void>()
  releaseMemoryWhenIdle(() => shares.shift() ?? 0, release)
  vi.advanceTimersByTime(2_000)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(release).toHaveBeenCalledOnce()
  expect(shares).toEqual([0.01])
})

const roomForNew = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!

// Node.js 20 knows no such collection.
test.skipIf(Number.parseInt(process.versions.node, 10) < 22)('the room for new objects is given back', () => {
  const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  expect(roomForNew().physical_space_size).toBeGreaterThan(2 ** 20)
  releaseMemory()
  expect(roomForNew().physical_space_size).toBeLessThanOrEqual(2 ** 20)
  expect(kept).toHaveLength(1_000_000)
})
