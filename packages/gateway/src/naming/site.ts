import type { Naming } from '@roster/core/contract'

/** The address and the names of a service. */
export interface Site {
  readonly naming: Naming
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
}

/** Returns the path before the paths of a service, as callers reach it: empty, or without a trailing slash. Links between its pages begin with it. */
export const prefixOf = ({ baseUrl }: Pick<Site, 'baseUrl'>): string => new URL(baseUrl).pathname.replace(/\/$/, '')
