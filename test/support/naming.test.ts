import { naming } from '@roster/api'
import { expect, test } from 'vitest'
import { Naming } from './naming.ts'

test('what is made at random is named by what it is, also where it begins like a secret', () => {
  const token = 'rt_'.padEnd(43, 'abcdefghij')
  const plain = new Naming(naming).plain({
    id: 'usr_01M89AJ3Q75Y1N22Q43RRWF7XD',
    csrf_token: token,
    again: `rk_${'a'.repeat(38)}`,
  })
  expect(plain).toEqual({ id: 'usr_1', csrf_token: 'text-1', again: 'rk_1' })
})

test('a secret is named whole, also where it begins like an identifier', () => {
  const plain = new Naming(naming).plain({ client_secret: `rcs_${'A'.repeat(26)}${'a'.repeat(12)}` })
  expect(plain).toEqual({ client_secret: 'rcs_1' })
})
