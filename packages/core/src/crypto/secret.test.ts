import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { namingOf } from '../contract/naming.ts'
import { hashOf, isSecret, newSecret, prefixOf } from './secret.ts'

const { secretPrefixes } = namingOf('Roster')
const isKey = (text: string) => isSecret(secretPrefixes.apiKey, text)

const KNOWN = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

test('the documented example is a secret', () => {
  expect(isKey(KNOWN)).toBe(true)
  expect(prefixOf(KNOWN)).toBe('rk_E6gkxPh2R')
})

test.each(Object.values(secretPrefixes))(
  'a new secret %s… is one of its kind alone, and no two are the same',
  (prefix) => {
    const secrets = Array.from({ length: 200 }, () => newSecret(prefix))
    for (const other of Object.values(secretPrefixes)) {
      expect(secrets.every((secret) => isSecret(other, secret))).toBe(other === prefix)
    }
    expect(new Set(secrets).size).toBe(200)
  },
)

test('a secret with one other character is none', () => {
  const letter = fc.stringMatching(/^[0-9A-Za-z]$/)
  fc.assert(
    fc.property(fc.integer({ min: 3, max: KNOWN.length - 1 }), letter, (index, other) => {
      fc.pre(KNOWN[index] !== other)
      expect(isKey(KNOWN.slice(0, index) + other + KNOWN.slice(index + 1))).toBe(false)
    }),
  )
})

test.each(['', 'rk_', KNOWN.slice(0, -1), `${KNOWN}0`, `${KNOWN}\n`, KNOWN.replace('rk_', 'RK_'), ` ${KNOWN}`])(
  '%j is no secret',
  (text) => {
    expect(isKey(text)).toBe(false)
  },
)

test('what is stored is the SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
