import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  // The 1st, 100th, 1,000th, 3,000th and 9,990th of that length, and others from between.
  '123qweasdzxc',
  'sonyericsson',
  'zqjphsyf6ctifgu',
  'revolutiontt',
  'rollercoaster',
  'zxcvbnm12345',
  'eveningcucumber',
  'supereclipse',
  'dubbeldrank1',
  'Qwerty123456',
  'ＵＮbelievable',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['Welcome12345', 'welcome!2026', '1234567dragon', '!!Sunshine!!7', 'P@ssw0rd!!!!'])(
  '%s is a common one with a few digits and signs',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each([
  'correct horse battery staple',
  'incorrect horse battery staple',
  'nanoseconds of wire',
  'welcome to nanoseconds',
  'dragon 1234567890123',
  'o8dA7^k2!vUe',
])('%s is not', (password) => expect(isCommonPassword(password)).toBe(false))
