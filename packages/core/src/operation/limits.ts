/** Maximum number of records that one maker may have at once. */
export interface Limits {
  /** Webhook endpoints. */
  readonly endpoints: number
  /** API keys. */
  readonly keys: number
  /** OAuth clients. */
  readonly clients: number
  /** Exports that have not expired. */
  readonly exports: number
}

/** Limits of one maker where the settings do not say. */
export const DEFAULT_LIMITS: Limits = { endpoints: 100, keys: 10_000, clients: 1_000, exports: 100 }

/** Maximum number of a maker's exports that wait or are being made at once. */
export const UNFINISHED_EXPORTS = 5

/** The nouns of the limited records, and what makes room for another one. */
const WORDS = {
  endpoints: ['webhook endpoints', 'Delete one that is not needed any more.'],
  keys: ['API keys that work', 'Revoke one that is not needed any more.'],
  clients: ['OAuth clients', 'Delete one that is not needed any more.'],
  exports: ['exports that have not expired', 'Try again when one has: 24 hours after it was made.'],
  unfinishedExports: ['exports that are not finished', 'Wait until one is, and try again.'],
} as const

/** A kind of record with a limit. */
export type Limited = keyof typeof WORDS

/** Returns the message for a caller who has as many records as one maker may have. */
export function limitReached(limited: Limited, held: number, limit: number): string {
  const [nouns, remedy] = WORDS[limited]
  return `This caller has made ${held} ${nouns}, and one maker may have ${limit} at once. ${remedy}`
}
