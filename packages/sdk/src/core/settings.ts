import { RosterError } from './errors.ts'
import { headersOf, plain, sendableHeaders } from './headers.ts'
import { LEVELS, type Logger, type LogLevel, Observer } from './observer.ts'
import type { CallLimits, ClientOptions, Fetch } from './options.ts'
import type { Product } from './product.ts'
import type { Tracer } from './tracing.ts'
import { addressOf } from './url.ts'

/** The limits of a call, each with its value. */
export type Limits = { [Name in keyof CallLimits]-?: NonNullable<CallLimits[Name]> }

/** The options of a client, checked and with their defaults. */
export interface Settings {
  baseUrl: string
  product: Product
  fetch: Fetch
  headers: Readonly<Record<string, string | undefined>>
  limits: Limits
  observer: Observer
  tracer: Tracer | undefined
}

const DEFAULTS: Limits = { timeout: 30_000, maxRetries: 2, deadline: 60_000 }

export function settingsOf(options: ClientOptions, product: Product): Settings {
  requireFunctions(options)
  return {
    // Paths are appended to it.
    baseUrl: addressOf(options.baseUrl ?? product.baseUrl, 'baseUrl').replace(/\/+$/, ''),
    product,
    // Looked up at each request, since test tools replace the global one.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: headersToSend(options),
    limits: limitsOf(options, DEFAULTS),
    observer: new Observer(options, loggerOf(options), levelOf(options)),
    tracer: options.tracer,
  }
}

function requireFunctions(options: ClientOptions): void {
  for (const name of ['fetch', 'onRequest', 'onResponse', 'onRetry'] as const)
    if (options[name] && typeof options[name] !== 'function') throw new RosterError(`\`${name}\` is no function.`)
  if (options.tracer && typeof options.tracer.startSpan !== 'function')
    throw new RosterError(
      '`tracer` has no function `startSpan`. Pass what `trace.getTracer` of @opentelemetry/api returns.',
    )
}

function loggerOf({ logger = console }: ClientOptions): Logger {
  for (const level of ['error', 'warn', 'info', 'debug'] as const)
    if (typeof logger?.[level] !== 'function')
      throw new RosterError(
        `\`logger\` has no function \`${level}\`. Pass one with error, warn, info and debug, as console has.`,
      )
  return logger
}

function headersToSend({ headers }: ClientOptions): Settings['headers'] {
  sendableHeaders(headersOf(plain(headers)))
  return plain(headers)
}

/** Returns the limits of a call; limits that the options omit come from `defaults`. Throws a `RosterError` for an invalid limit. */
export function limitsOf(options: CallLimits, defaults: Limits): Limits {
  const limits = { ...defaults }
  for (const name of ['timeout', 'maxRetries', 'deadline'] as const) {
    const value = options[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value >= 0))
      throw new RosterError(`\`${name}\` is ${String(value)}. Pass a number that is not negative.`)
    if (name === 'maxRetries' && Math.floor(value) !== value)
      throw new RosterError(`\`maxRetries\` is ${value}. Pass a whole number.`)
    limits[name] = value
  }
  return limits
}

function levelOf({ logLevel = 'warn' }: ClientOptions): LogLevel {
  if (LEVELS.includes(logLevel)) return logLevel
  throw new RosterError(`\`logLevel\` is ${JSON.stringify(logLevel)}. Pass one of ${LEVELS.join(', ')}.`)
}
