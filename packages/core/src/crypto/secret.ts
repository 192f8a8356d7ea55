import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { SHOWN_LENGTH } from '../contract/secret.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const BODY = /^[0-9A-Za-z]{38}$/

/** Returns a new secret: its prefix, 32 random characters, and their CRC-32, by which scanners recognize a leaked one. */
export function newSecret(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return prefix + random + checksum(random)
}

/** Whether a text has the form of a secret with this prefix. A text without it is refused without a query. */
export function isSecret(prefix: string, text: string): boolean {
  const body = text.slice(prefix.length)
  if (!text.startsWith(prefix) || !BODY.test(body)) return false
  return checksum(body.slice(0, -CHECKSUM_LENGTH)) === body.slice(-CHECKSUM_LENGTH)
}

/** Returns what is stored in place of a secret: its SHA-256 in hexadecimal. A secret has 190 random bits and needs no salt. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns the first characters of a secret, by which people tell keys apart. */
export function prefixOf(secret: string): string {
  return secret.slice(0, SHOWN_LENGTH)
}

function checksum(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    digits = ALPHABET[rest % 62] + digits
  return digits
}
