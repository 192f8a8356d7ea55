import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { EventStream, type Frame } from './event-stream.ts'

/** The blocks of a text that comes in pieces, cut after these many bytes. */
function framesOf(text: string, cuts: readonly number[] = []): Frame[] {
  const bytes = new TextEncoder().encode(text)
  const stream = new EventStream()
  const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).flatMap((end, index) => stream.push(bytes.subarray(places[index], end)))
}

const event = (data: string, id?: string): Frame => ({ id, data })

test.each<[what: string, text: string, frames: Frame[]]>([
  ['a block of one line', 'data: a\n\n', [event('a')]],
  ['a cursor', 'id: 1:42\ndata: a\n\n', [event('a', '1:42')]],
  ['a cursor alone', 'retry: 2000\nid: 1:42\n\n', [event('', '1:42')]],
  ['lines that are put together', 'data: a\ndata\ndata: b\n\n', [event('a\n\nb')]],
  ['one space only that is not of the value', 'data:a\n\ndata:  b\n\n', [event('a'), event(' b')]],
  ['colons in a value', 'data: a: b:\n\n', [event('a: b:')]],
  ['comments and unknown fields', ':\n: data: x\nevent: y\nfoo: z\ndata: a\n\n', [event('a')]],
  ['an id with NUL, which is none', 'id: 1\0\ndata: a\n\n', [event('a')]],
  ['CR LF', 'id: 1\r\ndata: a\r\n\r\n', [event('a', '1')]],
  ['CR alone', 'id: 1\rdata: a\r\r', [event('a', '1')]],
  ['all of them', 'data: a\rdata: b\r\ndata: c\n\ndata: d\r\n\n', [event('a\nb\nc'), event('d')]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [event('a')]],
  ['a byte order mark in the middle', 'data: \uFEFFa\n\n', [event('\uFEFFa')]],
  ['a block that does not end', 'data: a\n\ndata: b\n', [event('a')]],
])('%s', (_what, text, frames) => {
  expect(framesOf(text)).toEqual(frames)
})

test('how the bytes are cut changes nothing', () => {
  const line = fc.constantFrom('data: ü€😀', 'data', 'id: 1:42', ': comment', 'retry: 5', '', '\uFEFFdata: x')
  const end = fc.constantFrom('\n', '\r', '\r\n')
  const text = fc.array(fc.tuple(line, end)).map((lines) => lines.flat().join(''))
  const cuts = fc.array(fc.nat(200))
  fc.assert(
    fc.property(text, cuts, (given, places) => {
      expect(framesOf(given, places)).toEqual(framesOf(given))
    }),
  )
})

test('a block is given when its last byte has come, even if that is a CR', () => {
  const stream = new EventStream()
  const push = (text: string) => stream.push(new TextEncoder().encode(text))
  expect(push('data: a\r\n\r')).toEqual([event('a')])
  expect(push('\ndata: b\n')).toEqual([])
  expect(push('\n')).toEqual([event('b')])
})

test('a long line that comes in many pieces is searched once', () => {
  const stream = new EventStream()
  const piece = new TextEncoder().encode('x'.repeat(1_024))
  const split = vi.spyOn(String.prototype, 'split')
  stream.push(new TextEncoder().encode('data: '))
  for (let nth = 0; nth < 64; nth++) stream.push(piece)
  const longest = Math.max(...split.mock.contexts.map((text) => String(text).length))
  split.mockRestore()
  expect(longest).toBe(1_024)
  expect(stream.push(new TextEncoder().encode('\n\n'))).toEqual([event('x'.repeat(65_536))])
})

test('only a number says after which time to come again', () => {
  const stream = new EventStream()
  const retryAfter = (text: string) => {
    stream.push(new TextEncoder().encode(text))
    return stream.retry
  }
  expect(['retry: soon\n', 'retry: 1500\n', 'retry: -1\n', 'retry:\n'].map(retryAfter)).toEqual([
    undefined,
    1500,
    1500,
    1500,
  ])
})
