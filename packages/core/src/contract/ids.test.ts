import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleId, idPrefixes, isId, newId } from './ids.ts'

const prefix = fc.constantFrom(...Object.values(idPrefixes))
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('every new identifier has the form of one of its kind, and of no other', () => {
  fc.assert(
    fc.property(prefix, prefix, time, (kind, other, at) => {
      const id = newId(kind, at)
      expect(isId(kind, id)).toBe(true)
      expect(isId(other, id)).toBe(other === kind)
    }),
  )
})

test('identifiers of a kind ascend in the order they were made, whatever the clock does', () => {
  fc.assert(
    fc.property(prefix, fc.array(time, { minLength: 2, maxLength: 50 }), (kind, times) => {
      const ids = times.map((at) => newId(kind, at))
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('identifiers of another kind made in between do not disturb the order', () => {
  const ids = Array.from({ length: 100 }, (_, nth) => {
    newId('req', nth)
    return newId('evt', 2 ** 48 - 1)
  })
  expect(ids.toSorted()).toEqual(ids)
})

test('no other text is an identifier', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      fc.pre(!/^usr_[0-9A-HJKMNP-TV-Z]{26}$/.test(text))
      expect(isId('usr', text)).toBe(false)
    }),
  )
})

test.each([
  ['lower case', exampleId('usr').toLowerCase()],
  ['a letter outside of the alphabet', `${exampleId('usr').slice(0, -1)}U`],
  ['a character too many', `${exampleId('usr')}0`],
  ['a line break', `${exampleId('usr')}\n`],
  ['NUL', `${exampleId('usr').slice(0, -1)}\0`],
])('%s makes a text no identifier', (_what, text) => {
  expect(isId('usr', text)).toBe(false)
})

test('identifiers of examples are identifiers, a different one each', () => {
  const ids = Array.from({ length: 100 }, (_, index) => exampleId('ord', index))
  expect(ids.every((id) => isId('ord', id))).toBe(true)
  expect(new Set(ids).size).toBe(100)
})
