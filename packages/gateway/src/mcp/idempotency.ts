import { hash } from 'node:crypto'
import { fault, invalid } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import { isGoodKey } from '../http/idempotency.ts'

/** How long a call that makes something counts as the one before, where no key was sent, in milliseconds. */
const DERIVED_LIFETIME = 120_000

/** The key of a call. */
export interface CallKey {
  key: string
  fingerprint: string
  /** Whether it was made of the call, rather than sent. */
  isDerived: boolean
  /** How long it holds, in milliseconds. Default: a day. */
  lifetime?: number
}

/**
 * The key under which a call has one effect: the one that was sent, for any write; else one made of the input, for what makes something. Clients
 * send a call again under another identifier when its answer was lost, so that only its content can tell. What does not make anything has one
 * effect by itself, or says by a conflict that it has been done. Undefined for what needs none. Throws `invalid-parameters` for a bad key.
 */
export function callKeyOf(operation: AnyOperation, input: unknown, given: unknown): CallKey | undefined {
  if (given !== undefined && !isGoodKey(given)) throw badKey()
  if (operation.method === 'GET' || operation.scope === 'none') return undefined
  const fingerprint = hash('sha256', JSON.stringify(input ?? null), 'base64url')
  if (given !== undefined) return { key: `given ${given}`, fingerprint, isDerived: false }
  if (operation.status !== 201 && operation.status !== 202) return undefined
  return { key: `derived ${fingerprint}`, fingerprint, isDerived: true, lifetime: DERIVED_LIFETIME }
}

const badKey = () =>
  invalid('parameters', [
    fault('parameters', ['idempotencyKey'], 'invalid-format', 'must be 1 to 255 printable ASCII characters'),
  ])
