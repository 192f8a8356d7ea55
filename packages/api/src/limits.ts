/** How much one maker may have at once. */
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

export const DEFAULT_LIMITS: Limits = { endpoints: 100, keys: 10_000, clients: 1_000, exports: 100 }
