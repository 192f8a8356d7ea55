import type { Entry } from '@roster/core/server'
import { expect, test } from 'vitest'
import { joinFrames } from './frames.ts'

const entries = (...lengths: number[]) =>
  lengths.map((length, nth) => ({ cursor: `log:${nth + 1}`, json: String(nth + 1).repeat(length) }) as Entry)

const joined = (...lengths: number[]) =>
  joinFrames(entries(...lengths), ({ json }) => Buffer.from(json)).map(({ bytes, count, cursor }) => {
    return { bytes: String(bytes), count, cursor }
  })

test('the frames of a batch go out together, in order, up to the one that makes 16 KiB', () => {
  expect(joined(2, 1, 3)).toEqual([{ bytes: '112333', count: 3, cursor: 'log:3' }])
  expect(joined(16_383, 1, 2, 3)).toEqual([
    { bytes: `${'1'.repeat(16_383)}2`, count: 2, cursor: 'log:2' },
    { bytes: '33444', count: 2, cursor: 'log:4' },
  ])
  expect(joined(20_000, 20_000).map(({ count, cursor }) => [count, cursor])).toEqual([
    [1, 'log:1'],
    [1, 'log:2'],
  ])
  expect(joined()).toEqual([])
})
