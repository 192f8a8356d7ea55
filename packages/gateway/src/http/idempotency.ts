import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { fault, invalid } from '@roster/api'

const KEY = /^[\x20-\x7e]{1,255}$/

/** The `Idempotency-Key` of a request; undefined where there is none. Throws `invalid-parameters`. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw invalid('parameters', [
    fault('parameters', ['Idempotency-Key'], 'invalid-format', 'must be 1 to 255 printable ASCII characters'),
  ])
}

/** What two bodies have in common when they are the same bytes. */
export function fingerprintOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url')
}
