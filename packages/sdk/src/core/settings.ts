import { RosterError } from './errors.ts'
import { LEVELS, type LogLevel, Observer } from './observer.ts'
import type { CallLimits, ClientOptions, Fetch } from './options.ts'
import { addressOf } from './url.ts'

export type Limits = { [Name in keyof CallLimits]-?: NonNullable<CallLimits[Name]> }

/** The options of a client, checked and with their defaults. */
export interface Settings {
  baseUrl: string
  fetch: Fetch
  headers: Record<string, string | undefined>
  limits: Limits
  observer: Observer
}

const DEFAULTS: Limits = { timeout: 30_000, maxRetries: 2, deadline: 60_000 }

export function settingsOf(options: ClientOptions): Settings {
  return {
    baseUrl: addressOf(options.baseUrl ?? 'http://localhost:3000', 'baseUrl'),
    // Looked up at each request, since test tools replace the global one.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: options.headers ?? {},
    limits: limitsOf(options, DEFAULTS),
    observer: new Observer(options, options.logger ?? console, levelOf(options)),
  }
}

/** Limits of a call, which fall back to those of its client. */
export function limitsOf(options: CallLimits, defaults: Limits): Limits {
  const limits = { ...defaults }
  for (const name of ['timeout', 'maxRetries', 'deadline'] as const) {
    const value = options[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value >= 0))
      throw new RosterError(`\`${name}\` is ${String(value)}. Pass a number that is not negative.`)
    limits[name] = value
  }
  return limits
}

function levelOf({ logLevel = 'warn' }: ClientOptions): LogLevel {
  if (LEVELS.includes(logLevel)) return logLevel
  throw new RosterError(`\`logLevel\` is ${JSON.stringify(logLevel)}. Pass one of ${LEVELS.join(', ')}.`)
}
