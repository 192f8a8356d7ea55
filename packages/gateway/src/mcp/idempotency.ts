import { hash } from 'node:crypto'
import { fault, invalid } from '@roster/core'
import type { Context } from '@roster/core/server'
import type { AnyOperation } from '@roster/core/contract'
import { isGoodKey } from '../http/idempotency.ts'
import { type CallKey, callKeyOf } from './call-key.ts'

/**
 * Returns the key under which a call has one effect; undefined when the call needs none. A key derived from the input is signed, so that the input can't be
 * guessed from the stored key. Throws `invalid-parameters` when the client sent a malformed key.
 */
export function keyOfCall(
  { signer }: Pick<Context, 'signer'>,
  operation: AnyOperation,
  input: unknown,
  given: unknown,
): CallKey | undefined {
  if (given !== undefined && !isGoodKey(given)) throw badKey()
  const call = callKeyOf(operation, given, () => hash('sha256', JSON.stringify(input ?? null), 'base64url'))
  return call?.isDerived ? { ...call, key: signer.sign(call.key) } : call
}

const badKey = () =>
  invalid('parameters', [
    fault('parameters', ['idempotencyKey'], 'invalid-format', 'must be 1 to 255 printable ASCII characters'),
  ])
