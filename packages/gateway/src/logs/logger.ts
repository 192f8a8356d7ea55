import { createRequire } from 'node:module'
import { type Logger, multistream, pino } from 'pino'
import type { PinoPretty } from 'pino-pretty'
import { Output } from './output.ts'

/** Loads a module once it is needed. */
const require = createRequire(import.meta.url)

/** Headers that carry credentials; their values never reach the log. */
const SECRET_HEADERS = ['authorization', 'x-api-key', 'cookie', 'set-cookie']

/** Second destination of log lines, beside the standard output, and additional members of each line. */
export interface LogOutlet {
  stream?: { write: (line: string) => void }
  mixin?: () => object
}

/** Returns a logger that writes JSON lines to the standard output, or readable lines if that is a terminal. JSON lines also go to the second destination. */
export function createLogger(level: string, { stream, mixin }: LogOutlet = {}): Logger {
  const redact = SECRET_HEADERS.map((name) => `*.headers["${name}"]`)
  const options = { level, redact, ...(mixin && { mixin }) }
  const shown = process.stdout.isTTY ? readable() : (output ??= new Output())
  if (!stream) return pino(options, shown)
  return pino(
    options,
    multistream([
      { stream: shown, level: 'trace' },
      { stream, level: 'trace' },
    ]),
  )
}

/** The output that all loggers of the process share. */
let output: Output | undefined

function readable() {
  const pretty = require('pino-pretty') as typeof PinoPretty
  return pretty({ ignore: 'pid,hostname', singleLine: true })
}
