import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ended, left } from './left.ts'

/** How long requests in flight are given, in milliseconds. */
const GRACE = 10_000

/** How long a stop takes at most, in milliseconds. A database that keeps silent would be waited for until its connections are given up. */
const LONGEST = 12_000

/** How often connections that have had their answer are closed while others wait for theirs, in milliseconds. */
const SWEEP = 100

/** How long one Ctrl-C can take to arrive, in milliseconds: it comes from the terminal, and again from a parent that passes it on. */
const ECHO = 1_000

type Signal = 'SIGINT' | 'SIGTERM'

/** What ends a process in order. Whoever starts it by `nohup` has it go on when the terminal hangs up, which a handler of SIGHUP would undo. */
const ENDING: readonly Signal[] = ['SIGINT', 'SIGTERM']

/**
 * On signals, for as long as nobody else answers them: exits at once, with this code. A process that is the first one of a container would
 * not be ended by them otherwise.
 */
export function exitOnSignals(codeFor: (signal: Signal) => number): void {
  for (const signal of ENDING)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(codeFor(signal))
    })
}

/** On SIGTERM and SIGINT: stops accepting, answers what is in flight, closes and exits 0, in time. A second signal exits at once. */
export function stopOnSignals(app: FastifyInstance): void {
  const open = connectionsTo(app)
  endOnSignals(app.log, async () => {
    setInterval(() => app.server.closeIdleConnections(), SWEEP)
    setTimeout(() => open.forEach((socket) => socket.destroy()), GRACE)
    const late = wait(LONGEST).then(() =>
      app.log.warn({ left: left() }, 'What has not ended in time is left to itself'),
    )
    void ended('requests', new Promise<void>((resolve) => app.server.once('close', resolve)))
    await Promise.race([app.close(), late])
  })
}

/** The open connections of a server. One that speaks HTTP/2 too has no `closeAllConnections`. */
function connectionsTo({ server }: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** On SIGTERM and SIGINT: stops, and exits 0, also where something does not end as it should. A second signal exits at once. */
export function endOnSignals(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  let asked: number | undefined

  async function end(signal: string): Promise<void> {
    const time = performance.now()
    if (asked !== undefined) return exitUnlessEcho(time - asked)
    asked = time
    log.info({ signal }, 'Stopping')
    await stop().catch((error: unknown) => log.error({ err: error }, 'Something did not stop as it should'))
    process.exit(0)
  }

  for (const signal of ENDING) process.on(signal, () => void end(signal))
}

function exitUnlessEcho(elapsed: number): void {
  if (elapsed > ECHO) process.exit(1)
}
