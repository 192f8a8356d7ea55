import type { Naming } from '@roster/core/contract'

/** Where a service is, and what it is called. */
export interface Site {
  readonly naming: Naming
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
}
