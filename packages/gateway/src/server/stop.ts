import type { Server, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isatty } from 'node:tty'
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

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What ends a process in order. */
const ENDING: readonly Signal[] = ['SIGINT', 'SIGTERM']

/** Whether a terminal shows what this process writes. */
const isShown = isatty(1) || isatty(2)

/**
 * What ends a process without workers: also the hang-up of the terminal that shows it. One that writes elsewhere goes on, as who starts it by
 * `nohup` wants it to, which Node.js forgets.
 */
const ENDING_ALONE: readonly Signal[] = isShown ? [...ENDING, 'SIGHUP'] : ENDING

/**
 * On signals, for as long as nobody else answers them: exits at once, with this code. A process that is the first one of a container would
 * not be ended by them otherwise. A hang-up that is none of its concern is not answered.
 */
export function exitOnSignals(codeFor: (signal: Signal) => number): void {
  for (const signal of ENDING_ALONE)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(codeFor(signal))
    })
  if (!isShown) process.on('SIGHUP', () => {})
}

/** On SIGTERM, SIGINT and a hang-up: stops accepting, answers what is in flight, closes and exits 0, in time. A second signal exits at once. */
export function stopOnSignals(app: FastifyInstance): void {
  endOnSignals(app.log, stopOf(app), ENDING_ALONE)
}

/**
 * In a worker: on SIGTERM and SIGINT, or when the returned function is called, stops as a process that is alone. However often it is told,
 * it does so in order: what ends it at once is the end of its supervisor.
 */
export function stopWhenTold(app: FastifyInstance): () => void {
  const end = endOf(app.log, stopOf(app))
  for (const signal of ENDING) process.on(signal, () => end(signal))
  return () => end()
}

/** On SIGTERM and SIGINT: stops, and exits 0, also where something does not end as it should. A second signal exits at once. */
export function endOnSignals(log: FastifyBaseLogger, stop: () => Promise<void>, signals = ENDING): void {
  const end = endOf(log, stop)
  let asked: number | undefined
  for (const signal of signals)
    process.on(signal, () => {
      const time = performance.now()
      asked ??= time
      if (time - asked > ECHO) process.exit(1)
      end(signal)
    })
}

/** Stops and exits 0, once, however often it is called. */
function endOf(log: FastifyBaseLogger, stop: () => Promise<void>): (signal?: Signal) => void {
  let isEnding = false

  async function end(signal?: Signal): Promise<void> {
    if (isEnding) return
    isEnding = true
    log.info({ signal }, 'Stopping')
    await stop().catch((error: unknown) => log.error({ err: error }, 'Something did not stop as it should'))
    process.exit(0)
  }

  return (signal) => void end(signal)
}

/** Stops a server that does not listen yet, when it is called. */
function stopOf(app: FastifyInstance): () => Promise<void> {
  const sockets = openSockets(app.server)
  return async () => {
    setInterval(() => app.server.closeIdleConnections(), SWEEP)
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), GRACE)
    const late = wait(LONGEST).then(() =>
      app.log.warn({ left: left() }, 'What has not ended in time is left to itself'),
    )
    void ended('requests', new Promise<void>((resolve) => app.server.once('close', resolve)))
    await Promise.race([app.close(), late])
  }
}

/** The sockets that are open to a server at any time. One of HTTP/2 does not tell, and closes none that is in use. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}
