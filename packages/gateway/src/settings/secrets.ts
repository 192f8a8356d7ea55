import { isUtf8 } from 'node:buffer'
import type { ServiceSecrets } from '@roster/core/server'
import { z } from 'zod'

/** Fewest bytes of a secret. */
export const SECRET_LENGTH = 32

/**
 * One secret in base64, or several separated by commas, of which the first is to replace the others. Only the first must look random: another one can still be
 * replaced.
 */
export const secrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((texts) => isRandom(texts[0]!) && texts.every((text) => bytesOf(text).length >= SECRET_LENGTH))
  .transform(([first, ...others]): ServiceSecrets => [bytesOf(first!), ...others.map(bytesOf)])

const bytesOf = (text: string) => Buffer.from(text, 'base64')

/** Base64 in either alphabet (RFC 4648, sections 4 and 5), over several lines as OpenSSL writes it. */
const BASE64 = /^(?:[\w+/-]|\r?\n)+={0,2}$/

/** Whether a text can be random bytes in base64. Of 32 random bytes, fewer than one in a thousand million are refused. */
function isRandom(text: string): boolean {
  const bytes = bytesOf(text)
  return BASE64.test(text) && !isTyped(text) && !isText(bytes) && isVaried(bytes)
}

const HEXADECIMAL = /^[\da-f\s]+$/i

/** Whether a text has letters of one case only, as people type, and is no hexadecimal number. */
const isTyped = (text: string) =>
  !HEXADECIMAL.test(text) && (text === text.toLowerCase() || text === text.toUpperCase())

const isText = (bytes: Buffer) => isUtf8(bytes) && !/\p{Cc}/u.test(bytes.toString().replaceAll(/\s/g, ''))

/** Whether the differences between neighbouring bytes have 16 values or more: unlike equal bytes, a few repeated ones, or counted ones. */
function isVaried(bytes: Buffer): boolean {
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  return new Set(steps).size >= SECRET_LENGTH / 2
}
