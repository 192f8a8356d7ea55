import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { FINGERPRINTS } from './common-password-fingerprints.ts'
import { ENOUGH_MORE } from './guessable-password.ts'
import { fingerprintOf, prepared } from './password-fingerprint.ts'

const require = createRequire(import.meta.url)

interface Common {
  /** Passwords of any length that are tried first. */
  words: ReadonlySet<string>
  /** Fingerprints of long ones. */
  fingerprints: ReadonlySet<number>
}

let read: Common | undefined

/** They are read when the first password is set: most processes set none. */
const common = () => (read ??= readCommon())

function readCommon(): Common {
  const language = require('@zxcvbn-ts/language-common') as { dictionary: typeof dictionary }
  const bytes = Buffer.from(FINGERPRINTS, 'base64')
  const fingerprints = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))
  return { words: new Set(language.dictionary['passwords-common'].map(prepared)), fingerprints: new Set(fingerprints) }
}

/**
 * Returns whether a password is among those that are tried first, or is one of them with a few digits and signs around it. Case makes no
 * difference.
 */
export function isCommonPassword(password: string): boolean {
  const text = prepared(password)
  const { words, fingerprints } = common()
  return words.has(text) || fingerprints.has(fingerprintOf(text)) || isCommonWordAndMore(text, words)
}

/** As in `Welcome12345`. */
function isCommonWordAndMore(text: string, words: ReadonlySet<string>): boolean {
  const [word = ''] = /\p{L}.*\p{L}/su.exec(text) ?? []
  return words.has(word) && text.length - word.length < ENOUGH_MORE
}
