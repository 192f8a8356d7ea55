import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSigner } from '../crypto/signer.ts'
import { readCursor, writeCursor } from './cursor.ts'

const DAY = 24 * 60 * 60 * 1_000
const signer = createSigner([randomBytes(32)], 'cursor')
const walk = { signer, binding: 'users', time: 1_000 }
const text = fc.string({ unit: 'grapheme' })
const position = fc.record({ value: text, id: text })

const refused = expect.objectContaining({ code: 'invalid-parameters' })

test('a cursor leads back to its position, for a day', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 0, max: DAY }), (place, later) => {
      const cursor = writeCursor(place, walk)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(readCursor(cursor, { ...walk, time: walk.time + later })).toEqual(place)
    }),
  )
})

test('no other text is a cursor', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), (other) => {
      expect(() => readCursor(other, walk)).toThrow(refused)
    }),
  )
})

test('a cursor with any one character changed is none', () => {
  fc.assert(
    fc.property(position, fc.nat(), fc.stringMatching(/^[\w-]$/), (place, at, other) => {
      const cursor = writeCursor(place, walk)
      const index = at % cursor.length
      fc.pre(cursor[index] !== other)
      expect(() => readCursor(cursor.slice(0, index) + other + cursor.slice(index + 1), walk)).toThrow(refused)
    }),
  )
})

test.each([(signed: string) => `${signed}=`, (signed: string) => ` ${signed}`, (signed: string) => `${signed}.`])(
  'a signed text opens in the one way it was written, not in another for the same bytes: %s',
  (rewritten) => {
    const signed = signer.sign('content')
    expect(Buffer.from(rewritten(signed), 'base64url')).toEqual(Buffer.from(signed, 'base64url'))
    expect([signer.open(signed), signer.open(rewritten(signed))]).toEqual(['content', undefined])
  },
)

test.each([
  ['another binding', { ...walk, binding: 'orders' }],
  ['a later time', { ...walk, time: walk.time + DAY + 1 }],
  ['another secret', { ...walk, signer: createSigner([randomBytes(32)], 'cursor') }],
])('a cursor is of no use with %s', (_what, other) => {
  const cursor = writeCursor({ value: 'Ada', id: 'usr_1' }, walk)
  expect(() => readCursor(cursor, other)).toThrow(refused)
})

test('a text signed for another purpose opens nothing', () => {
  const secret = randomBytes(32)
  const signed = createSigner([secret], 'cookie').sign('content')
  expect(createSigner([secret], 'cookie').open(signed)).toBe('content')
  expect(createSigner([secret], 'cursor').open(signed)).toBeUndefined()
})
