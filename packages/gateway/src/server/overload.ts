import { monitorEventLoopDelay } from 'node:perf_hooks'
import underPressure from '@fastify/under-pressure'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'

/** Limits above which requests are refused, so that admitted requests are answered in time. */
export interface OverloadLimits {
  /** Mean delay of the event loop, in milliseconds, in two checks in a row. */
  eventLoopDelay: number
  /** Queries that wait for a connection of the pool, and changes that wait to be committed together. */
  waitingQueries: number
}

export const OVERLOAD_LIMITS: OverloadLimits = { eventLoopDelay: 1_000, waitingQueries: 500 }

/** Interval between checks of the event loop and the pool, in milliseconds. */
const CHECK_INTERVAL = 250

/** Resolution of the measured delay of the event loop, in milliseconds. */
const RESOLUTION = 10

/**
 * Answers 503 `overloaded` while the event loop or the database's pool is over its limit; health is not affected. The refusals end when the admitted
 * work is done.
 */
export async function refuseOverload(
  app: FastifyInstance,
  limits: OverloadLimits,
  waitingQueries: () => number,
): Promise<void> {
  const eventLoop = watchEventLoop(limits.eventLoopDelay, () => app.server.listening)
  app.addHook('onClose', async () => eventLoop.stop())
  await app.register(underPressure, {
    healthCheck: async () => !eventLoop.isBehind() && waitingQueries() < limits.waitingQueries,
    healthCheckInterval: CHECK_INTERVAL,
    pressureHandler(request) {
      if (request.routeOptions.config.quota === 'none') return
      throw new Problem('overloaded', undefined, { headers: { 'retry-after': '1' } })
    },
  })
}

/**
 * Measures the event loop between two checks, once the server listens. The loop is behind when it was late in both. A single stall, as of a machine
 * that was held for a while, is over when it is noticed, so requests that come then are answered at once.
 */
function watchEventLoop(limit: number, isServed: () => boolean) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  let wasLate = false
  let lastLook = performance.now()

  /** Returns the delay in milliseconds. A stall that began before the last check is not measured; then the delay of this check tells it. */
  const delay = () =>
    delays.count > 0 ? delays.mean / 1e6 - RESOLUTION : performance.now() - lastLook - CHECK_INTERVAL

  return {
    isBehind(): boolean {
      const isLate = isServed() && delay() > limit
      const isBehind = wasLate && isLate
      wasLate = isLate
      lastLook = performance.now()
      delays.reset()
      return isBehind
    },
    stop: () => void delays.disable(),
  }
}
