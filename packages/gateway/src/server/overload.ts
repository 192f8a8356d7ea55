import underPressure from '@fastify/under-pressure'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'

/** From when on requests are turned away, so that those let in are answered in time. */
export interface OverloadLimits {
  /** Mean delay of the event loop over a second, in milliseconds. */
  eventLoopDelay: number
  /** Queries that wait for a connection of the pool. */
  waitingQueries: number
}

export const OVERLOAD_LIMITS: OverloadLimits = { eventLoopDelay: 1_000, waitingQueries: 500 }

/** How often the queue of the pool is looked at, in milliseconds. */
const CHECK_INTERVAL = 250

/**
 * Answers 503 `overloaded` while the event loop or the database's pool is behind; health is not affected. It ends by itself when the work
 * that was let in is done.
 */
export async function refuseOverload(
  app: FastifyInstance,
  limits: OverloadLimits,
  waitingQueries: () => number,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    healthCheck: async () => waitingQueries() < limits.waitingQueries,
    healthCheckInterval: CHECK_INTERVAL,
    pressureHandler(request) {
      if (request.routeOptions.config.quota === 'none') return
      throw new Problem('overloaded', undefined, { headers: { 'retry-after': '1' } })
    },
  })
}
