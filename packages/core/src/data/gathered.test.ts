import { afterEach, expect, test, vi } from 'vitest'
import { gathered } from './gathered.ts'

/** What was run together, each run held until it is let go. */
function scene(options?: { gap?: number; most?: number; lanes?: number }) {
  const runs: { items: number[]; end: PromiseWithResolvers<number[]> }[] = []
  const call = gathered((items: number[]) => {
    const end = Promise.withResolvers<number[]>()
    runs.push({ items, end })
    return end.promise
  }, options)
  return { runs, call }
}

afterEach(() => void vi.useRealTimers())

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('calls of one turn share a run, those made meanwhile the next, and each gets its own result', async () => {
  const { runs, call } = scene()
  const first = [call(1), call(2)]
  await nextTurn()
  const later = [call(3), call(4)]
  await nextTurn()
  expect(runs.map(({ items }) => items)).toEqual([[1, 2]])
  runs[0]!.end.resolve([10, 20])
  expect(await Promise.all(first)).toEqual([10, 20])
  expect(runs.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ])
  runs[1]!.end.resolve([30, 40])
  expect(await Promise.all(later)).toEqual([30, 40])
})

test('a run that fails fails its own calls alone', async () => {
  const { runs, call } = scene()
  const first = call(1)
  await nextTurn()
  const second = call(2)
  runs[0]!.end.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  runs[1]!.end.resolve([20])
  expect(await second).toBe(20)
})

test('a call that finds nothing running begins a run', async () => {
  const { runs, call } = scene()
  for (const nth of [0, 1]) {
    const result = call(nth)
    await nextTurn()
    runs[nth]!.end.resolve([10 * nth])
    expect(await result).toBe(10 * nth)
    await nextTurn()
  }
})

test('of more calls than may share a run, the others share the next', async () => {
  const { runs, call } = scene({ most: 2 })
  const calls = [1, 2, 3].map(call)
  await nextTurn()
  runs[0]!.end.resolve([10, 20])
  await nextTurn()
  runs[1]!.end.resolve([30])
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
  expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]])
})

test('with two lanes, a call that is made while one run is on its way begins another, and a third one waits', async () => {
  const { runs, call } = scene({ lanes: 2 })
  const calls = []
  for (const nth of [1, 2, 3]) {
    calls.push(call(nth))
    await nextTurn()
  }
  expect(runs.map(({ items }) => items)).toEqual([[1], [2]])
  runs[1]!.end.resolve([20])
  await nextTurn()
  runs[0]!.end.resolve([10])
  runs[2]!.end.resolve([30])
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})

test('with a gap, calls that wait when a run ends wait for others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { runs, call } = scene({ gap: 5 })
  const calls = [call(1)]
  await nextTurn()
  calls.push(call(2))
  runs[0]!.end.resolve([10])
  await nextTurn()
  calls.push(call(3))
  await vi.advanceTimersByTimeAsync(4)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs[1]!.items).toEqual([2, 3])
  runs[1]!.end.resolve([20, 30])
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})
