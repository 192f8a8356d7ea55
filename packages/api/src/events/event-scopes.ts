import type { Resource } from '../contract/resource.ts'
import type { EventScopes } from './event-access.ts'

/** What reading the events of some resources takes: to read their records. */
export function eventScopesOf(resources: readonly Pick<Resource, 'events' | 'readScope'>[]): EventScopes {
  return new Map(
    resources.flatMap(({ events, readScope }) => Object.keys(events).map((name) => [name, readScope] as const)),
  )
}
