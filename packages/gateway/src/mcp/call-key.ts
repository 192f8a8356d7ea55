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

/** An operation, as far as the keys of its calls follow from it. */
interface Keyed {
  readonly method: string
  readonly scope: string
  readonly status: number
}

/**
 * The key under which a call has one effect: the one that was sent, for any write; else one made of the input, for what makes something. Clients
 * send a call again under another identifier when its answer was lost, so that only its content can tell. What does not make anything has one
 * effect by itself, or says by a conflict that it has been done. Undefined for what needs none. `fingerprintOf` tells inputs apart.
 */
export function callKeyOf(
  { method, scope, status }: Keyed,
  given: string | undefined,
  fingerprintOf: () => string,
): CallKey | undefined {
  if (method === 'GET' || scope === 'none') return undefined
  const isMade = status === 201 || status === 202
  if (given === undefined && !isMade) return undefined
  const fingerprint = fingerprintOf()
  if (given !== undefined) return { key: `given ${given}`, fingerprint, isDerived: false }
  return { key: `derived ${fingerprint}`, fingerprint, isDerived: true, lifetime: DERIVED_LIFETIME }
}
