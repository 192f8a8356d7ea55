import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailKey } from './email-key.ts'

// Among them letters with a mark whose small form alone is composed: ẗ, ǰ, ΐ.
const LETTERS = `a Z 0 9 é ß Σ ｗ ﬁ Å + _ - ' ẗ T\u0308 ǰ J\u030c ΐ Ϊ\u0301`.split(' ')
const local = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 20 }).map((letters) => letters.join(''))
const domain = fc.constantFrom(
  'example.com',
  'Bücher.example',
  'straße.de',
  'ＭＡＩＬ.example',
  '例え.テスト',
  'a-b.co',
)
const address = fc.tuple(local, domain).map(([name, host]) => `${name}@${host}`)

test('the key of an address is an address with the same key', () => {
  fc.assert(
    fc.property(address, (text) => {
      const key = emailKey(text)
      expect(key).toBeDefined()
      expect(emailKey(key!)).toBe(key)
    }),
  )
})

test('case and Unicode form of an address make no difference', () => {
  fc.assert(
    fc.property(address, (text) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(emailKey(text.normalize(form))).toBe(emailKey(text))
      expect(emailKey(text.toLowerCase())).toBe(emailKey(text))
    }),
  )
})

test('a local part has at most 64 characters', () => {
  expect(emailKey(`${'a'.repeat(64)}@example.com`)).toBeDefined()
  expect(emailKey(`${'a'.repeat(65)}@example.com`)).toBeUndefined()
})

test('two plain addresses have one key only when they differ in case alone', () => {
  const plain = fc.stringMatching(/^[a-cA-C.+]{1,4}$/)
  fc.assert(
    fc.property(plain, plain, (first, second) => {
      const [a, b] = [emailKey(`${first}@example.com`), emailKey(`${second}@example.com`)]
      fc.pre(a !== undefined && b !== undefined)
      expect(a === b).toBe(first.toLowerCase() === second.toLowerCase())
    }),
  )
})

test('any text gives a key in lower case with an ASCII domain, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
      const key = emailKey(text)
      fc.pre(key !== undefined)
      expect(key).toBe(key.toLowerCase())
      expect(key.slice(key.lastIndexOf('@') + 1)).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    }),
  )
})
