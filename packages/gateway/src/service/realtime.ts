import { currentPrincipal, eventChannels, type Messages, redeemTicket } from '@roster/core/server'
import { ownPagesOnly } from '../auth/own-pages.ts'
import type { RealtimeOptions } from '../connections/connections.ts'
import { type ConnectionLimit, memoryConnectionLimit } from '../connections/limit.ts'
import { redisConnectionLimit } from '../connections/limit-redis.ts'
import { type Runtime, sourceOf } from './runtime.ts'

/** Returns the options of connections that stay open. */
export function realtimeOf(
  runtime: Runtime,
  { feed, messages }: { feed: RealtimeOptions['feed']; messages: Messages },
): RealtimeOptions {
  const { application, now } = runtime
  const source = sourceOf(runtime)
  return {
    feed,
    channels: eventChannels(source, application.eventAccess),
    messages,
    limit: connectionLimitOf(runtime),
    redeemTicket: (ticket) => redeemTicket(source, ticket, now()),
    current: (principal) => currentPrincipal(source, principal, now()),
    tracing: runtime.database.tracing,
    requireOwnPage: ownPagesOnly(runtime),
  }
}

function connectionLimitOf({ settings: { CONNECTION_LIMIT: limit }, redis }: Runtime): ConnectionLimit {
  return redis ? redisConnectionLimit(limit, redis) : memoryConnectionLimit(limit)
}
