import { assert, integer, property } from 'fast-check'
import { expect, it, test } from 'vitest'
import { httpDate, httpDateOf } from './http-date.ts'

const seconds = integer({
  min: Date.parse('1000-01-01T00:00:00Z') / 1_000,
  max: Date.parse('9999-12-31T23:59:59Z') / 1_000,
})

it('tells every instant as Date does, in whatever form the timestamp is', () => {
  assert(
    property(seconds, integer({ min: 0, max: 999 }), (second, milliseconds) => {
      const date = new Date(second * 1_000 + milliseconds)
      const ours = date.toISOString()
      const said = date.toUTCString()
      expect([ours, ours.replace(/\.\d+/, ''), ours.replace('Z', '+00:00')].map(httpDateOf)).toEqual([said, said, said])
    }),
  )
})

it('reads back what it has told, to the second', () => {
  assert(
    property(seconds, (second) => {
      expect(httpDate(httpDateOf(new Date(second * 1_000).toISOString()))).toBe(second)
    }),
  )
})

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59Z'],
  ['Tue, 29 Feb 2028 00:00:00 GMT', '2028-02-29T00:00:00Z'],
])('%s is %s', (header, instant) => {
  expect(httpDate(header)).toBe(Date.parse(instant) / 1_000)
})

test.each([
  'Mon, 29 Feb 2027 00:00:00 GMT',
  'Sun, 31 Nov 2027 00:00:00 GMT',
  'Wed Feb 30 00:00:00 2028',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 23:60:00 GMT',
  'Sun, 06 Xyz 1994 08:49:37 GMT',
])('%s is no time', (header) => {
  expect(httpDate(header)).toBeUndefined()
})
