import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** How long requests in flight are given, in milliseconds. */
const GRACE = 10_000

/** How often connections that have had their answer are closed while others wait for theirs, in milliseconds. */
const SWEEP = 100

/** How long one Ctrl-C can take to arrive, in milliseconds: it comes from the terminal, and again from a parent that passes it on. */
const ECHO = 1_000

/** On SIGTERM and SIGINT: stops accepting, answers what is in flight, closes and exits 0. A second signal exits at once. */
export function stopOnSignals(app: FastifyInstance): void {
  endOnSignals(app.log, async () => {
    setInterval(() => app.server.closeIdleConnections(), SWEEP)
    setTimeout(() => app.server.closeAllConnections(), GRACE)
    await app.close()
  })
}

/** On SIGTERM and SIGINT: stops, and exits 0. A second signal exits at once. */
export function endOnSignals(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  let asked: number | undefined

  async function end(signal: string): Promise<void> {
    const time = performance.now()
    if (asked !== undefined) return exitUnlessEcho(time - asked)
    asked = time
    log.info({ signal }, 'Stopping')
    await stop()
    process.exit(0)
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))
}

function exitUnlessEcho(elapsed: number): void {
  if (elapsed > ECHO) process.exit(1)
}
