import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secrets } from './secrets.ts'

const RANDOM = 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE='
const bytes = (text: string) => Buffer.from(text, 'base64')

test.each([
  ['of 32 bytes', RANDOM],
  ['without padding', RANDOM.slice(0, -1)],
  ['in the alphabet for URLs', randomBytes(48).toString('base64url')],
  ['over two lines, as OpenSSL writes 64 bytes', randomBytes(64).toString('base64').replace(/.{64}/, '$&\n')],
  ['in hexadecimal', randomBytes(32).toString('hex')],
])('a secret %s is taken', (_how, text) => {
  expect(secrets.parse(text)).toEqual([bytes(text)])
})

test('none that was made at random is refused', () => {
  const made = Array.from({ length: 20_000 }, (_, index) => randomBytes(32 + (index % 33)).toString('base64'))
  expect(made.filter((text) => !secrets.safeParse(text).success)).toEqual([])
})

const base64 = (content: string | Uint8Array) => Buffer.from(content as string).toString('base64')

test.each([
  ['too short', base64(randomBytes(31))],
  ['nothing but zeros', base64(Buffer.alloc(32))],
  ['one byte again and again', base64(Buffer.alloc(64, 7))],
  [
    'a few bytes in any order',
    base64(
      createHash('sha512')
        .update('any')
        .digest()
        .map((byte) => byte % 6),
    ),
  ],
  ['a few bytes again and again', base64(Buffer.alloc(48, 'q8ZÄ#'))],
  ['counted', base64(Buffer.from(Array.from({ length: 32 }, (_, index) => index + 3)))],
  ['a sentence', 'correct horse battery staple, and then some more of it'],
  ['words that are base64 by chance', 'this-is-a-very-long-secret-for-roster-in-production'],
  ['capitals that are base64 by chance', 'PLEASECHANGETHISSECRETBEFOREYOUGOTOPRODUCTION'],
  ['a sentence in base64', base64('correct horse battery staple, and more')],
  ['a sentence with umlauts and a line break in base64', base64('Falsches Üben von Xylophonmusik\nquält\n')],
  ['not base64 at its end', `${RANDOM}!`],
])('a secret that is %s is refused', (_what, text) => {
  expect(secrets.safeParse(text).success).toBe(false)
})

test('the first of several must be random; any that are long enough can be replaced', () => {
  const old = base64(Buffer.alloc(32))
  expect(secrets.parse(`${RANDOM}, ${old},${RANDOM}`)).toEqual([bytes(RANDOM), bytes(old), bytes(RANDOM)])
  for (const bad of [`${old},${RANDOM}`, `${RANDOM},c2hvcnQ=`, `${RANDOM},`, `,${RANDOM}`])
    expect(secrets.safeParse(bad).success).toBe(false)
})
