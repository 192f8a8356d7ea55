import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './ranges.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-4', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=2-99999999999999999999999', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-10', { start: 0, end: 10 }],
  ['bytes=-11', { start: 0, end: 10 }],
  ['BYTES=9-9', { start: 9, end: 10 }],
  ['bytes= 1-2', { start: 1, end: 3 }],
])('%s of ten bytes is %o', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})

test.each(['bytes=10-', 'bytes=10-20', 'bytes=999999999999999999999999-', 'bytes=-0'])(
  '%s of ten bytes is not satisfiable',
  (header) => {
    expect(rangeOf(header, 10)).toBe('unsatisfiable')
  },
)

test.each([
  undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=1', 'bytes=4-2', 'bytes=20-10', 'bytes=1 - 2', 'bytes=+1-2', 'bytes=0x1-2',
  'bytes=1.0-2', 'bytes==1-2', 'bytes=1--2', 'bytes 1-2', 'lines=1-2', 'bytes=1-2;', 'bytes=٣-٤',
])('%s is ignored', (header) => {
  expect(rangeOf(header, 10)).toBeUndefined()
}) // prettier-ignore

test('several ranges are ignored, also when they are one apart from commas', () => {
  for (const header of ['bytes=0-1,3-4', 'bytes=0-1, -1', 'bytes=0-1,', 'bytes=,0-1'])
    expect(rangeOf(header, 10)).toBeUndefined()
})

test('an empty representation has no range: from a byte on is not satisfiable, its last bytes are all of it', () => {
  expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable')
  expect(rangeOf('bytes=0-5', 0)).toBe('unsatisfiable')
  expect(rangeOf('bytes=-5', 0)).toBeUndefined()
})

const position = fc.nat(1_000)

test('a range is the bytes that slicing by its numbers gives', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), position, position, (bytes, a, b) => {
      const [first, last] = a < b ? [a, b] : [b, a]
      const read = (header: string) => {
        const range = rangeOf(header, bytes.length)
        return typeof range === 'object' ? bytes.slice(range.start, range.end) : new Uint8Array()
      }
      expect(read(`bytes=${first}-${last}`)).toEqual(bytes.slice(first, last + 1))
      expect(read(`bytes=${first}-`)).toEqual(bytes.slice(first))
      expect(read(`bytes=-${first}`)).toEqual(first === 0 ? new Uint8Array() : bytes.slice(-first))
    }),
  )
})

test('whatever the header says, a range lies inside and is not empty', () => {
  const noise = fc.string({ unit: fc.constantFrom('0', '1', '9', '-', ',', ' ', 'b') })
  const ranges = fc.tuple(fc.nat(150), fc.nat(150)).map(([first, last]) => `${first}-${last}`)
  const isInside = (range: ReturnType<typeof rangeOf>, size: number) =>
    typeof range !== 'object' || (range.start >= 0 && range.start < range.end && range.end <= size)
  fc.assert(
    fc.property(fc.oneof(noise, ranges), fc.nat(100), (text, size) => {
      expect(isInside(rangeOf(`bytes=${text}`, size), size)).toBe(true)
    }),
  )
})
