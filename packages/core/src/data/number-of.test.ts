import { expect, test } from 'vitest'
import { numberOf } from './number-of.ts'

test.each([
  ['12.25', 12.25],
  ['12.50', 12.5],
  ['-12.50', -12.5],
  ['0', 0],
  ['9007199254740991', 9_007_199_254_740_991],
  ['1e+21', 1e21],
  [5n, 5],
])('%s is a number', (value, number) => {
  expect(numberOf(value)).toBe(number)
})

test.each([
  '',
  ' ',
  ' 1',
  '1 ',
  '.5',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '9007199254740993',
  9007199254740993n,
  null,
  undefined,
  true,
  5,
])('%s is none that a driver gives in another form', (value) => {
  expect(numberOf(value)).toBeUndefined()
})
