import { monitorEventLoopDelay } from 'node:perf_hooks'
import underPressure from '@fastify/under-pressure'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'

/** From when on requests are turned away, so that those let in are answered in time. */
export interface OverloadLimits {
  /** Mean delay of the event loop, in milliseconds, at two looks in a row. */
  eventLoopDelay: number
  /** Queries that wait for a connection of the pool. */
  waitingQueries: number
}

export const OVERLOAD_LIMITS: OverloadLimits = { eventLoopDelay: 1_000, waitingQueries: 500 }

/** How often event loop and pool are looked at, in milliseconds. */
const CHECK_INTERVAL = 250

/** How exactly the delay of the event loop is measured, in milliseconds. */
const RESOLUTION = 10

/**
 * Answers 503 `overloaded` while the event loop or the database's pool is behind; health is not affected. It ends by itself when the work
 * that was let in is done.
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
 * Measures the event loop between one look and the next, once the service is served. It is behind when it was late both times: a single stall, as of a
 * machine that was held for a while, is over when it is noticed, and whoever comes then is answered at once.
 */
function watchEventLoop(limit: number, isServed: () => boolean) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  let wasLate = false
  let lastLook = performance.now()

  /** A stall that began before the last look is not measured: then it is how late this look comes that tells. */
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
