import { expect, test } from 'vitest'
import type { Entry } from './entry.ts'
import { Tail } from './tail.ts'

const entries = (from: number, to: number, json = '{}') =>
  Array.from({ length: to - from + 1 }, (_, nth) => ({ seq: from + nth, json }) as Entry)

const after = (tail: Tail, seq: number, limit = 10) => tail.after(seq, limit)?.map((entry) => entry.seq)

test('what comes after a place begins behind it, and is as much as was asked for', () => {
  const tail = new Tail(4)
  tail.add(entries(5, 8))
  expect([4, 5, 7, 8].map((seq) => after(tail, seq))).toEqual([[5, 6, 7, 8], [6, 7, 8], [8], []])
  expect(after(tail, 4, 2)).toEqual([5, 6])
  expect(tail.head).toBe(8)
})

test('before the first place that is kept it knows nothing', () => {
  const tail = new Tail(4)
  expect([after(tail, 3), after(tail, 4)]).toEqual([undefined, []])
})

test('what was asked for before is no answer once there is more', () => {
  const tail = new Tail(0)
  tail.add(entries(1, 2))
  expect(after(tail, 0)).toEqual([1, 2])
  tail.add(entries(3, 3))
  expect(after(tail, 0)).toEqual([1, 2, 3])
})

test.each([
  ['many entries', '{}', 2_001, 1_500],
  ['large entries', 'x'.repeat(1_024 * 1_024), 9, 6],
])('of %s the newest are kept, and the others are not known any more', (_what, json, count, kept) => {
  const tail = new Tail(0)
  tail.add(entries(1, count, json))
  const floor = count - kept
  expect([after(tail, floor - 1), after(tail, floor, 1)]).toEqual([undefined, [floor + 1]])
  expect(tail.head).toBe(count)
})

test('what is cut is not known any more, and other entries take its place', () => {
  const tail = new Tail(4)
  tail.add(entries(5, 8))
  expect(after(tail, 4)).toEqual([5, 6, 7, 8])
  tail.cut(6)
  expect([tail.head, after(tail, 4)]).toEqual([6, [5, 6]])
  tail.cut(2)
  expect([tail.head, after(tail, 1), after(tail, 2)]).toEqual([2, undefined, []])
  tail.add(entries(3, 4))
  expect([tail.head, after(tail, 2)]).toEqual([4, [3, 4]])
})

test('what is cut takes no room', () => {
  const tail = new Tail(0)
  for (let time = 0; time < 3; time++) {
    tail.cut(0)
    tail.add(entries(1, 5, 'x'.repeat(1_024 * 1_024)))
  }
  expect(after(tail, 0)).toEqual([1, 2, 3, 4, 5])
})
