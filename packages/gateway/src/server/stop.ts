import type { Server, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isatty } from 'node:tty'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ended, left } from './left.ts'

/** Time for requests in flight to end, in milliseconds. */
const GRACE = 10_000

/** Maximum time of a stop, in milliseconds. Without it, a stop would wait for a silent database until the database's connections are given up. */
const LONGEST = 12_000

/** Interval at which connections that have had their response are closed while others wait for theirs, in milliseconds. */
const SWEEP = 100

/** Time in which one Ctrl-C can arrive, in milliseconds: it comes from the terminal, and again from a parent process that passes it on. */
const ECHO = 1_000

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Signals that end a process in order. */
const ENDING: readonly Signal[] = ['SIGINT', 'SIGTERM']

/** Whether a terminal shows what this process writes. */
const isShown = isatty(1) || isatty(2)

/**
 * Signals that end a process without workers: also the hang-up (SIGHUP) of the terminal that shows its output. A process that writes elsewhere
 * ignores SIGHUP, as a start by `nohup` demands; Node.js forgets that.
 */
const ENDING_ALONE: readonly Signal[] = isShown ? [...ENDING, 'SIGHUP'] : ENDING

/**
 * Exits at once with this code on signals, as long as no other listener handles them. Without this, they would not end a process that is the first
 * one of a container. A SIGHUP is ignored when no terminal shows the output.
 */
export function exitOnSignals(codeFor: (signal: Signal) => number): void {
  for (const signal of ENDING_ALONE)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(codeFor(signal))
    })
  if (!isShown) process.on('SIGHUP', () => {})
}

/** On SIGTERM, SIGINT and SIGHUP: stops accepting connections, answers requests in flight, closes and exits 0, in time. A second signal exits at once. */
export function stopOnSignals(app: FastifyInstance): void {
  endOnSignals(app.log, stopOf(app), ENDING_ALONE)
}

/**
 * In a worker: on SIGTERM and SIGINT, or when the returned function is called, stops like a process that is alone. Repeated signals do not shorten
 * the stop; only the end of the worker's supervisor ends the worker at once.
 */
export function stopWhenTold(app: FastifyInstance): () => void {
  const end = endOf(app.log, stopOf(app))
  for (const signal of ENDING) process.on(signal, () => end(signal))
  return () => end()
}

/** On SIGTERM and SIGINT: stops and exits 0, also when something does not stop as it should. A second signal exits at once. */
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

/** Returns a function that stops and exits 0. Only its first call counts. */
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

/** Returns a function that stops a server. The server must not listen yet when `stopOf` is called. */
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

/** Returns the set of a server's open sockets, kept up to date. A server of HTTP/2 does not list its sockets, and closes none that is in use. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}
