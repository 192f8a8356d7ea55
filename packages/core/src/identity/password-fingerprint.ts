import { hash } from 'node:crypto'

/** A password as it is compared with common ones. */
export function prepared(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

/**
 * The first 32 bits of the SHA-256 of a prepared password: few enough to keep thousands of them, and enough that one that is not among 10,000
 * is taken for one of them once in 400,000 times.
 */
export function fingerprintOf(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32BE()
}
