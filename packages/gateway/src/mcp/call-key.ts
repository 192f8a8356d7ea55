/** How long a repeated call that creates something counts as the first one when no key was sent, in milliseconds. */
const DERIVED_LIFETIME = 120_000

/** The idempotency key of a call. */
export interface CallKey {
  key: string
  fingerprint: string
  /** Whether the key was derived from the input. False when the client sent it. */
  isDerived: boolean
  /** How long the key is kept, in milliseconds. Default: a day. */
  lifetime?: number
}

/** The members of an operation that decide which key its calls have. */
interface Keyed {
  readonly method: string
  readonly scope: string
  readonly status: number
}

/**
 * Returns the key under which a call has one effect: for any write, the key that the client sent; otherwise, for an operation that creates something, a key
 * derived from the input. Clients repeat a call under another identifier when its answer was lost, so only the content identifies the repetition. Other writes
 * have one effect by themselves, or answer with a conflict when repeated. Returns undefined for a call that needs no key. `fingerprintOf` returns the
 * fingerprint of the input.
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
