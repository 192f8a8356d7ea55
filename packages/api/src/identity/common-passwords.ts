import { dictionary } from '@zxcvbn-ts/language-common'
import { FINGERPRINTS } from './common-password-fingerprints.ts'
import { ENOUGH_MORE } from './guessable-password.ts'
import { fingerprintOf, prepared } from './password-fingerprint.ts'

/** Passwords of any length that are tried first. */
const common = new Set(dictionary['passwords-common'].map(prepared))

const bytes = Buffer.from(FINGERPRINTS, 'base64')
const fingerprints = new Set(Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4)))

/** Whether a password is among those that are tried first, or one of them among a few digits and signs; case makes no difference. */
export function isCommonPassword(password: string): boolean {
  const text = prepared(password)
  return common.has(text) || fingerprints.has(fingerprintOf(text)) || isCommonWordAndMore(text)
}

/** As in `Welcome12345`. */
function isCommonWordAndMore(text: string): boolean {
  const [word = ''] = /\p{L}.*\p{L}/su.exec(text) ?? []
  return common.has(word) && text.length - word.length < ENOUGH_MORE
}
