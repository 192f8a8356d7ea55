import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { isPassword } from '../identity/password.ts'
import { validated } from '../validation/validation.ts'
import { emailKey } from './email-key.ts'
import { emailAddress } from './email.ts'
import { normalized } from './normal-form.ts'
import { newPassword } from './password.ts'
import { lineOfText, wordsOfText } from './text.ts'

afterEach(() => void vi.restoreAllMocks())

const codePoints = (text: string) => Array.from(text).length

test('no character comes of more than four code points, so that what is left alone is too long', () => {
  let most = 0
  for (let code = 0; code <= 0x10_ff_ff; code++)
    most = Math.max(most, codePoints(String.fromCodePoint(code).normalize('NFD')))
  expect(most).toBe(4)
  const longest = '\u1f82'.normalize('NFD').repeat(200)
  expect(normalized(longest, 'NFC', 200)).toBe('\u1f82'.repeat(200))
  expect(codePoints(normalized('\u{1d15e}'.repeat(801), 'NFC', 200))).toBeGreaterThan(200)
})

/** What a member is refused with. */
function faultsOf(schema: z.ZodType, text: string): unknown {
  try {
    return validated(z.object({ text: schema }), { text }, 'body')
  } catch (error) {
    return (error as { faults: { code: string; message: string }[] }).faults.map(({ code, message }) => [code, message])
  }
}

const tooLong = (max: number) => ['too-large', `must have at most ${max} characters`]
const NO_ADDRESS = ['invalid-format', 'must be an e-mail address, such as ada@example.com']

test.each<[string, z.ZodType, number, unknown[]]>([
  ['a line', lineOfText(1, 200), 8 * 200, [tooLong(200)]],
  ['words', wordsOfText(2, 100), 8 * 100, [tooLong(100)]],
  ['a new password', newPassword, 8 * 128, [tooLong(128)]],
  ['an e-mail address', emailAddress, 254, [tooLong(254), NO_ADDRESS]],
])('%s that is much too long is refused without its normal form', (_what, schema, longest, faults) => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(faultsOf(schema, `a@${'\u0315\u0327'.repeat(10_000)}.com`)).toEqual(faults)
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  expect(lengths.filter((length) => length > longest)).toEqual([])
})

test('an address has at most 254 characters', () => {
  const of = (length: number) => `a@${'b.'.repeat(length)}example.com`
  expect(emailKey(of(120))).toBeDefined()
  expect(emailKey(of(121))).toBeUndefined()
})

test('a password that nobody can have is wrong without its normal form', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(await isPassword('\u0315\u0327'.repeat(10_000), null)).toBe(false)
  expect(normalize.mock.contexts.filter((text) => String(text).length > 8 * 128)).toEqual([])
})

test.each([lineOfText(1, 200), wordsOfText(2, 200)])(
  'white space is no part of the length of a text, however much there is',
  (schema) => {
    const space = ' '.repeat(100_000)
    expect(faultsOf(schema, `${space}Ada Lovelace${space}`)).toEqual({ text: 'Ada Lovelace' })
  },
)
