import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Conditions } from './conditions.ts'

test('every value stands at the number that its condition names, and never in the text', () => {
  const values = fc.array(fc.option(fc.string({ minLength: 9 }), { nil: undefined }), { maxLength: 12 })
  fc.assert(
    fc.property(values, (given) => {
      let where = new Conditions('true')
      for (const [nth, value] of given.entries()) where = where.andEqual(`column${nth}`, value)
      const kept = [...given.entries()].filter(([, value]) => value !== undefined)
      const texts = kept.map(([nth], index) => ` and "column${nth}" = $${index + 1}`)
      expect(where).toEqual(
        new Conditions(
          `true${texts.join('')}`,
          kept.map(([, value]) => value),
        ),
      )
    }),
  )
})

test('a condition more leaves the conditions before as they were', () => {
  const where = new Conditions('"a" = $1', [1])
  const more = where.and((value) => `("b", "c") > (${value(2)}, ${value(3)})`)
  expect(where).toEqual(new Conditions('"a" = $1', [1]))
  expect(more).toEqual(new Conditions('"a" = $1 and ("b", "c") > ($2, $3)', [1, 2, 3]))
})

test.each([false, 0, '', null])('a column is compared with %j as with any other value', (given) => {
  expect(new Conditions('true').andEqual('a', given)).toEqual(new Conditions('true and "a" = $1', [given]))
})
