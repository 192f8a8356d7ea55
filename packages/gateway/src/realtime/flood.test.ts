import { expect, test } from 'vitest'
import { floodGate } from './flood.ts'

test('a clock that is set back lets nobody be taken for a flood', () => {
  const isFlooding = floodGate()
  expect(isFlooding(10_000)).toBe(false)
  const minuteBefore = Array.from({ length: 60 }, (_, second) => isFlooding(-50_000 + second * 1_000))
  expect(minuteBefore).not.toContain(true)
})
