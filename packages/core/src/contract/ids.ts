import { z } from 'zod'

/** Prefix of each kind of identifier that the core makes, by what it names. */
export const idPrefixes = {
  apiKey: 'key',
  oauthClient: 'cli',
  webhookEndpoint: 'whe',
  delivery: 'dlv',
  event: 'evt',
  export: 'exp',
  request: 'req',
  session: 'ses',
} as const

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

/** Size of the pool of random bytes, for 256 identifiers at once: each draw has a high fixed cost. */
const POOL_LENGTH = 256 * RANDOM_LENGTH

const pool = new Uint8Array(POOL_LENGTH)
let used = POOL_LENGTH

/** The last identifier of a kind: its time, the digits of the time, and the random digits. */
interface Last {
  time: number
  start: string
  random: Uint8Array
}

const lasts = new Map<string, Last>()

/**
 * Returns a new identifier: `<prefix>_` and a ULID, 26 characters of Crockford base32. Identifiers of one kind from one process ascend, also within a
 * millisecond and when the clock steps back. `time` is in milliseconds since the epoch.
 */
export function newId(prefix: string, time: number): string {
  const { start, random } = next(prefix, time)
  return `${prefix}_${start}${randomPart(random)}`
}

/** Returns the lower bound of the identifiers with this prefix that are made at `time` (in milliseconds) or later. */
export const firstId = (prefix: string, time: number): string => `${prefix}_${timePart(time)}`

function next(prefix: string, time: number): Last {
  const last = lasts.get(prefix)
  if (last && time <= last.time) {
    increment(last.random)
    return last
  }
  const fresh = { time, start: timePart(time), random: drawn(last?.random ?? new Uint8Array(RANDOM_LENGTH)) }
  lasts.set(prefix, fresh)
  return fresh
}

/** Fills digits with randomness from the pool. */
function drawn(digits: Uint8Array): Uint8Array {
  if (used === POOL_LENGTH) {
    crypto.getRandomValues(pool)
    used = 0
  }
  digits.set(pool.subarray(used, used + RANDOM_LENGTH))
  used += RANDOM_LENGTH
  return digits
}

function timePart(time: number): string {
  let part = ''
  for (let rest = time, length = 0; length < TIME_LENGTH; length++) {
    part = ALPHABET.charAt(rest % 32) + part
    rest = Math.floor(rest / 32)
  }
  return part
}

function randomPart(random: Uint8Array): string {
  let part = ''
  for (const byte of random) part += ALPHABET.charAt(byte & 31)
  return part
}

function increment(digits: Uint8Array): void {
  for (let index = digits.length - 1; index >= 0; index--) {
    digits[index] = (digits[index]! + 1) & 31
    if (digits[index] !== 0) return
  }
}

const BODY = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Returns whether a text has the form of an identifier with this prefix. Anything else cannot name a record. */
export function isId(prefix: string, text: string): boolean {
  return text.length === prefix.length + 27 && text.startsWith(`${prefix}_`) && BODY.test(text.slice(prefix.length + 1))
}

const PREFIXED = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/

/** Returns the prefix of an identifier in the form of the core; undefined for any other. */
export const prefixOfId = (id: string): string | undefined => PREFIXED.exec(id)?.[1]

const OPAQUE = String.raw`^[\w-]+$`

const isWordlike = RegExp(OPAQUE)

/** Returns whether a text has only the characters of identifiers: letters, digits, `_` and `-`. */
export const isOpaqueId = (text: string): boolean => isWordlike.test(text)

/** Returns the schema of a stored identifier. Callers are promised nothing but its maximum length, 64 characters. */
export const idSchema = (prefix: string, what: string) => opaqueId(exampleId(prefix), what)

/** Returns the schema of a stored identifier with the given example. */
export function opaqueId(example: string, what: string) {
  return z
    .string()
    .max(64)
    .meta({ pattern: OPAQUE, description: `Opaque identifier of ${what}.`, examples: [example] })
}

/** Returns the identifier that examples use for the first, second, … record of a kind. */
export function exampleId(prefix: string, index = 1): string {
  return `${prefix}_01KAJQ7W5M8XV2R4T6Y9B3D5${ALPHABET[index >> 5]}${ALPHABET[index & 31]}`
}
