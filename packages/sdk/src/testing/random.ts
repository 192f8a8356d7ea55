const ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SECRET_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Pseudo-random numbers, identifiers and secrets, which are equal for equal seeds. */
export class Random {
  #state: number
  readonly #last = new Map<string, { time: number; digits: number[] }>()

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  /** Returns an identifier in the form of the service. Identifiers of one kind ascend. `time` is in milliseconds. */
  id(prefix: string, time: number): string {
    const made = this.#next(prefix, time, { length: 16, base: 32 })
    const start = Array.from({ length: 10 }, (_, place) => Math.floor(made.time / 32 ** (9 - place)) % 32)
    return `${prefix}_${[...start, ...made.digits].map((digit) => ID_ALPHABET[digit]).join('')}`
  }

  /** Returns a UUID of version 7 (RFC 9562, section 5.7). The UUIDs ascend. `time` is in milliseconds. */
  uuid(time: number): string {
    const made = this.#next('', time, { length: 18, base: 16 })
    const start = made.time.toString(16).padStart(12, '0')
    const rest = made.digits.map((digit) => digit.toString(16)).join('')
    const text = `${start}7${rest.slice(0, 3)}8${rest.slice(3)}`
    return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  /** Returns a time and digits that are greater than the last ones of a kind. */
  #next(kind: string, time: number, { length, base }: { length: number; base: number }) {
    const last = this.#last.get(kind)
    const made =
      last && time <= last.time
        ? { time: last.time, digits: successorOf(last.digits, base) }
        : { time, digits: Array.from({ length }, () => this.below(base)) }
    this.#last.set(kind, made)
    return made
  }

  /** Returns a secret in the form of the service: 32 characters and their CRC-32. */
  secret(prefix: string): string {
    const text = Array.from({ length: 32 }, () => this.pick(Array.from(SECRET_ALPHABET))).join('')
    return prefix + text + checksum(text)
  }

  /** Returns a secret that signs deliveries: 32 bytes in base64 (Standard Webhooks, "Signature scheme"). */
  signingSecret(): string {
    return `whsec_${btoa(String.fromCharCode(...Array.from({ length: 32 }, () => this.below(256))))}`
  }

  /** Returns a text of base64url characters. */
  token(length: number): string {
    return Array.from({ length }, () => this.pick(Array.from(`${SECRET_ALPHABET}-_`))).join('')
  }
}

function successorOf(digits: readonly number[], base: number): number[] {
  const next = [...digits]
  for (let place = next.length - 1; place >= 0; place--) {
    next[place] = (next[place]! + 1) % base
    if (next[place] !== 0) break
  }
  return next
}

function checksum(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62))
    digits = SECRET_ALPHABET[rest % 62] + digits
  return digits
}

function crc32(text: string): number {
  let crc = ~0
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
