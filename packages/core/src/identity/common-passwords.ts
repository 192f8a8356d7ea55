import { createRequire } from 'node:module'
import type { dictionary } from '@zxcvbn-ts/language-common'
import { FINGERPRINTS } from './common-password-fingerprints.ts'
import { ENOUGH_MORE } from './guessable-password.ts'
import { fingerprintOf, prepared } from './password-fingerprint.ts'

const require = createRequire(import.meta.url)

interface Common {
  /** Common passwords of any length. */
  words: ReadonlySet<string>
  /** Fingerprints of long common passwords. */
  fingerprints: ReadonlySet<number>
}

let read: Common | undefined

/** Read when the first password is set, because most processes set none. */
const common = () => (read ??= readCommon())

function readCommon(): Common {
  const language = require('@zxcvbn-ts/language-common') as { dictionary: typeof dictionary }
  const bytes = Buffer.from(FINGERPRINTS, 'base64')
  const fingerprints = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))
  return { words: new Set(language.dictionary['passwords-common'].map(prepared)), fingerprints: new Set(fingerprints) }
}

/** Whether a password is a common one, or a common one with a few digits and signs around it. Case makes no difference. */
export function isCommonPassword(password: string): boolean {
  const text = prepared(password)
  const { words, fingerprints } = common()
  return words.has(text) || fingerprints.has(fingerprintOf(text)) || isCommonWordAndMore(text, words)
}

/** Whether a text is a common word with digits and signs around it, such as `Welcome12345`. */
function isCommonWordAndMore(text: string, words: ReadonlySet<string>): boolean {
  const [word = ''] = /\p{L}.*\p{L}/su.exec(text) ?? []
  return words.has(word) && text.length - word.length < ENOUGH_MORE
}
