import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import type { PinoPretty } from 'pino-pretty'

/** Loads a module once it is needed. */
const require = createRequire(import.meta.url)

/** Headers that carry credentials; their values never reach the log. */
const SECRET_HEADERS = ['authorization', 'x-api-key', 'cookie', 'set-cookie']

/** Logs JSON lines to the standard output; readable lines where that is a terminal. */
export function createLogger(level: string): Logger {
  const options = { level, redact: SECRET_HEADERS.map((name) => `*.headers["${name}"]`) }
  return process.stdout.isTTY ? pino(options, readable()) : pino(options)
}

function readable() {
  const pretty = require('pino-pretty') as typeof PinoPretty
  return pretty({ ignore: 'pid,hostname', singleLine: true })
}
