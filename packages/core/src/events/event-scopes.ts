import type { Resource } from '../contract/resource.ts'
import type { EventChannels, EventScopes } from './event-access.ts'

/** What reading the events of some resources takes: to read their records. */
export function eventScopesOf(resources: readonly Pick<Resource, 'events' | 'readScope'>[]): EventScopes {
  return new Map(
    resources.flatMap(({ events, readScope }) => Object.keys(events).map((name) => [name, readScope] as const)),
  )
}

/** The channels that the events of some resources are pushed to. */
export function eventChannelsOf(resources: readonly Pick<Resource, 'events' | 'channel'>[]): EventChannels {
  return new Map(
    resources.flatMap(({ events, channel }) =>
      channel === undefined ? [] : Object.keys(events).map((name) => [name, channel] as const),
    ),
  )
}
