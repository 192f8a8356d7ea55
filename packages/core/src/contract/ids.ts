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

/** Randomness is drawn for this many identifiers at once: drawing it has a high fixed price. */
const POOL_LENGTH = 256 * RANDOM_LENGTH

const pool = new Uint8Array(POOL_LENGTH)
let used = POOL_LENGTH

/** The last identifier of a kind: its time, the digits of that, and its random digits. */
interface Last {
  time: number
  start: string
  random: Uint8Array
}

const lasts = new Map<string, Last>()

/**
 * A new identifier: `<prefix>_` and a ULID, 26 characters of Crockford base32. Those of one kind that one process makes ascend, also
 * within a millisecond and when the clock steps back. `time` is in milliseconds since the epoch.
 */
export function newId(prefix: string, time: number): string {
  const { start, random } = next(prefix, time)
  return `${prefix}_${start}${randomPart(random)}`
}

/** What no identifier with this prefix comes before that was made at a time (in milliseconds) or after it. */
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

/** The prefix of an identifier in the form of ours; undefined for any other. */
export const prefixOfId = (id: string): string | undefined => PREFIXED.exec(id)?.[1]

const OPAQUE = String.raw`^[\w-]+$`

const isWordlike = RegExp(OPAQUE)

/** Returns whether a text can be an identifier of anything. */
export const isOpaqueId = (text: string): boolean => isWordlike.test(text)

/** Returns the schema of a stored identifier. It is opaque to callers: at most 64 characters, nothing else is promised. */
export const idSchema = (prefix: string, what: string) => opaqueId(exampleId(prefix), what)

/** The same with another example. */
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
