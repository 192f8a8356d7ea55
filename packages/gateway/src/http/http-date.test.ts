import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
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
