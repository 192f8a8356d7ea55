import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'rk_'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const FORM = /^rk_[0-9A-Za-z]{38}$/

/** A new secret of an API key: `rk_`, 32 random characters, and their CRC-32, by which scanners recognize a leaked one. */
export function newSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return PREFIX + random + checksum(random)
}

/** Whether a text can be a secret at all; what fails this is refused without asking the database. */
export function isSecret(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** What is stored in place of a secret: its SHA-256 in hexadecimal. A secret has 190 random bits, so no salt is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The first characters of a secret, by which people tell keys apart. */
export function prefixOf(secret: string): string {
  return secret.slice(0, 12)
}

function checksum(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    digits = ALPHABET[rest % 62] + digits
  return digits
}
