import type { Resource } from '../contract/resource.ts'
import type { EventChannels, EventScopes } from './event-access.ts'

/** Returns the scopes for the events of some resources: those that reading the records takes. */
export function eventScopesOf(resources: readonly Pick<Resource, 'events' | 'readScope'>[]): EventScopes {
  return new Map(
    resources.flatMap(({ events, readScope }) => Object.keys(events).map((name) => [name, readScope] as const)),
  )
}

/** Returns the channels that carry the events of some resources. */
export function eventChannelsOf(resources: readonly Pick<Resource, 'events' | 'channel'>[]): EventChannels {
  return new Map(
    resources.flatMap(({ events, channel }) =>
      channel === undefined ? [] : Object.keys(events).map((name) => [name, channel] as const),
    ),
  )
}
