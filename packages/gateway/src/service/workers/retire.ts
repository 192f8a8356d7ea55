import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { hear } from './messages.ts'

/** How long connections that are kept alive have for a last request, in milliseconds. A client that sends none by then finds its connection closed. */
const LAST_REQUESTS = 5_000

/** How often it is looked whether any are left, in milliseconds. */
const LOOK = 50

/**
 * In a worker: when the supervisor says so, leaves new connections to the others, closes each open one with its next response, and then
 * stops.
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
  // That of HTTP would also close connections on which a request may be on its way.
  Server.prototype.close.call(app.server)
  await untilUnused(app)
}

/** Waits until nobody is connected, or long enough. */
async function untilUnused(app: FastifyInstance): Promise<void> {
  const end = performance.now() + LAST_REQUESTS
  while (performance.now() < end && (await connectionsTo(app)) > 0) await wait(LOOK)
}

const connectionsTo = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
