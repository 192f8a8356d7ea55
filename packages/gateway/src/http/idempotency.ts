import { createHash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { fault, invalid } from '@roster/core'
import { type AnyOperation, takesKey } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'
import { BODY_LIMIT } from './body.ts'

const KEY = /^[\x20-\x7e]{1,255}$/

/** Stands for the hash of every body over the limit. No such body is read to its end, and all get the same response. */
const OVER_LIMIT = 'over the limit'

/** Whether a value is a valid idempotency key: 1 to 255 printable characters of ASCII. */
export const isGoodKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key)

type Taker = Pick<AnyOperation, 'method' | 'scope'>

/** Returns the `Idempotency-Key` of a request, or undefined when it has no valid one or the operation takes none. */
export function idempotencyKeyOf(operation: Taker, request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  return takesKey(operation) && isGoodKey(key) && !isRepeated(request) ? key : undefined
}

/** Throws `invalid-parameters` when the operation takes an `Idempotency-Key` and the request has an invalid one. */
export function requireGoodKey(operation: Taker, request: IncomingMessage): void {
  if (request.headers['idempotency-key'] === undefined || !takesKey(operation)) return
  if (idempotencyKeyOf(operation, request) !== undefined) return
  throw invalid('parameters', [isRepeated(request) ? REPEATED : MALFORMED])
}

/** Whether a request has the header twice. Node joins both lines to one value, which would be a key that no client has sent. */
const isRepeated = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'idempotency-key').length > 1

const REPEATED = fault('parameters', ['Idempotency-Key'], 'repeated', 'must be given once')

const MALFORMED = fault(
  'parameters',
  ['Idempotency-Key'],
  'invalid-format',
  'must be 1 to 255 printable ASCII characters',
)

/** Returns a fingerprint of a request's body, which is equal for equal bytes. Reads the body when it has not been read. */
export async function fingerprintOf({ bytes, raw }: FastifyRequest): Promise<string> {
  if (bytes !== null) return hash('sha256', bytes, 'base64url')
  // Reading began, and the limit ended it.
  if (raw.readableDidRead || Number(raw.headers['content-length']) > BODY_LIMIT) return OVER_LIMIT
  return hashOf(raw)
}

async function hashOf(body: Readable): Promise<string> {
  const sum = createHash('sha256')
  let left = BODY_LIMIT
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0) return OVER_LIMIT
    sum.update(chunk)
  }
  return sum.digest('base64url')
}
