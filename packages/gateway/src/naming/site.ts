import type { Naming } from '@roster/core/contract'

/** The address and the names of a service. */
export interface Site {
  readonly naming: Naming
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
}
