import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** What was run together, each run held until it is let go. */
function scene() {
  const runs: { items: number[]; end: PromiseWithResolvers<number[]> }[] = []
  const call = gathered((items: number[]) => {
    const end = Promise.withResolvers<number[]>()
    runs.push({ items, end })
    return end.promise
  })
  return { runs, call }
}

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
