import { expect, test } from 'vitest'
import { floodGate } from './flood.ts'

test('a clock that is set back lets nobody be taken for a flood', () => {
  const isFlooding = floodGate()
  expect(isFlooding(10_000)).toBe(false)
  const minuteBefore = Array.from({ length: 60 }, (_, second) => isFlooding(-50_000 + second * 1_000))
  expect(minuteBefore).not.toContain(true)
})

test('the twenty-first message within a second is a flood, and the first one after it is none', () => {
  const isFlooding = floodGate()
  const times = [0, ...Array.from({ length: 20 }, () => 999), 1_000]
  expect(times.map(isFlooding)).toEqual([...Array.from({ length: 20 }, () => false), true, false])
})
