import { hash } from 'node:crypto'
import { fault, invalid } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import { isGoodKey } from '../http/idempotency.ts'
import { type CallKey, callKeyOf } from './call-key.ts'

/** The key under which a call has one effect; undefined for what needs none. Throws `invalid-parameters` for a bad one that was sent. */
export function keyOfCall(operation: AnyOperation, input: unknown, given: unknown): CallKey | undefined {
  if (given !== undefined && !isGoodKey(given)) throw badKey()
  return callKeyOf(operation, given, () => hash('sha256', JSON.stringify(input ?? null), 'base64url'))
}

const badKey = () =>
  invalid('parameters', [
    fault('parameters', ['idempotencyKey'], 'invalid-format', 'must be 1 to 255 printable ASCII characters'),
  ])
