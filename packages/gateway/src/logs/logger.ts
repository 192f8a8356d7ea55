import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Headers that carry credentials; their values never reach the log. */
const SECRET_HEADERS = ['authorization', 'x-api-key', 'cookie', 'set-cookie']

/** Logs JSON lines to the standard output; readable lines where that is a terminal. */
export function createLogger(level: string): Logger {
  const options = { level, redact: SECRET_HEADERS.map((name) => `*.headers["${name}"]`) }
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'pid,hostname', singleLine: true })) : pino(options)
}
