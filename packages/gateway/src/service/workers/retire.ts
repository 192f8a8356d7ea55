import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { hear } from './messages.ts'

/** How long kept-alive connections have for a last request, in milliseconds. A later request finds its connection closed. */
export const LAST_REQUESTS = 5_000

/** Interval of checks for open connections, in milliseconds. */
const LOOK = 50

/**
 * In a worker: when the supervisor sends `retire`, leaves new connections to the other workers, closes each open one with its next response, and then calls
 * `stop`.
 */
export function retireWhenTold(app: FastifyInstance, stop: () => void): void {
  let isRetiring = false
  app.server.prependListener('request', (_request, response) => {
    if (isRetiring) response.shouldKeepAlive = false
  })
  hear(process, 'retire', () => {
    isRetiring = true
    void retire(app).then(stop)
  })
}

async function retire(app: FastifyInstance): Promise<void> {
  // The `close` of HTTP would also close connections on which a request may be on its way.
  Server.prototype.close.call(app.server)
  await untilUnused(app)
}

/** Waits until no connection is open, or the time is up. */
async function untilUnused(app: FastifyInstance): Promise<void> {
  const end = performance.now() + LAST_REQUESTS
  while (performance.now() < end && (await connectionsTo(app)) > 0) await wait(LOOK)
}

const connectionsTo = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
