import { expect, test } from 'vitest'
import { batchedBy } from './batch.ts'

/** A source, the reads that are made of it, and how each of them ends. */
function source() {
  const reads: { keys: string[]; answer: (found: Record<string, number>) => void; fail: (error: Error) => void }[] = []
  const load = (keys: string[]) =>
    new Promise<Map<string, number>>((resolve, reject) => {
      reads.push({ keys, answer: (found) => resolve(new Map(Object.entries(found))), fail: reject })
    })
  return { reads, load }
}

const read = batchedBy(({ load }: ReturnType<typeof source>) => load)
const until = async (reads: readonly unknown[], count: number) => {
  await expect.poll(() => reads).toHaveLength(count)
}

test('calls of one turn share a read that asks for each key once, and each is given its own', async () => {
  const from = source()
  const calls = ['a', 'b', 'a', 'c'].map((key) => read(from, key))
  await until(from.reads, 1)
  expect(from.reads[0]!.keys).toEqual(['a', 'b', 'c'])
  from.reads[0]!.answer({ a: 1, b: 2 })
  expect(await Promise.all(calls)).toEqual([1, 2, 1, undefined])
})

test('a call never joins a read that was made before it: it sees what was written since', async () => {
  const from = source()
  const before = read(from, 'a')
  await until(from.reads, 1)
  const since = read(from, 'a')
  await until(from.reads, 2)
  from.reads[1]!.answer({ a: 2 })
  from.reads[0]!.answer({ a: 1 })
  expect([await before, await since]).toEqual([1, 2])
})

test('a read that fails fails each of its calls, and none after it', async () => {
  const from = source()
  const calls = ['a', 'b', 'a'].map((key) => read(from, key))
  const settled = Promise.allSettled(calls)
  await until(from.reads, 1)
  from.reads[0]!.fail(new Error('lost'))
  const after = read(from, 'a')
  await until(from.reads, 2)
  from.reads[1]!.answer({ a: 1 })
  expect(await after).toBe(1)
  expect(await settled).toEqual(calls.map(() => ({ status: 'rejected', reason: new Error('lost') })))
})

test('each source is read by itself', async () => {
  const [one, other] = [source(), source()]
  const calls = [read(one, 'a'), read(other, 'a')]
  await until(one.reads, 1)
  await until(other.reads, 1)
  one.reads[0]!.answer({ a: 1 })
  other.reads[0]!.answer({ a: 2 })
  expect(await Promise.all(calls)).toEqual([1, 2])
})
