import { hash } from 'node:crypto'

/** Returns a password in the form in which it is compared with common ones. */
export function prepared(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

/**
 * Returns the first 32 bits of the SHA-256 of a prepared password. Thousands of them take little memory, and one in 400,000 other passwords is mistaken for
 * one of 10,000.
 */
export function fingerprintOf(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32BE()
}
