import { redactedHeaders, redactedUrl } from './redact.ts'

/** Where to log to; `console` is one. */
export type Logger = Record<Exclude<LogLevel, 'off'>, (message: string, details?: unknown) => void>

export const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const

/** How much to log: `error` has failures that did not pass, `warn` retries too, `info` every attempt, `debug` its headers. */
export type LogLevel = (typeof LEVELS)[number]

/** A request that is about to be sent. */
export interface SentRequest {
  method: string
  url: string
  /** Path of the API reference, such as `/v1/users/{user_id}`: a name for statistics. */
  route: string
  /** Can be changed, to send a `traceparent` for example. Holds the credential. */
  headers: Headers
  /** Number of the attempt, from 1. */
  attempt: number
}

/** What the service answered. */
export interface ReceivedResponse {
  request: SentRequest
  /** Its body belongs to the client: `clone()` it to read it. */
  response: Response
  /** Milliseconds from the request to the headers of the answer. */
  duration: number
}

/** A wait before another attempt. */
export interface Retry {
  request: SentRequest
  /** Why the attempt failed. */
  error: Error
  /** Milliseconds until the next attempt. */
  delay: number
}

/** Functions to call as requests go by. They are awaited; what they throw ends the call. */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined
  /** After each attempt that was answered, whatever the status. */
  onResponse?: ((response: ReceivedResponse) => void | Promise<void>) | undefined
  /** Before each wait for another attempt. */
  onRetry?: ((retry: Retry) => void | Promise<void>) | undefined
}

/** Tells hooks and the log what happens. */
export class Observer {
  readonly #hooks: Hooks
  readonly #logger: Logger
  readonly #logged: readonly LogLevel[]

  constructor(hooks: Hooks, logger: Logger, level: LogLevel) {
    this.#hooks = hooks
    this.#logger = logger
    this.#logged = LEVELS.slice(0, LEVELS.indexOf(level) + 1)
  }

  async request(request: SentRequest): Promise<void> {
    await this.#hooks.onRequest?.(request)
    this.#log('debug', request, () => 'is sent', request.headers)
  }

  async response(received: ReceivedResponse): Promise<void> {
    const { request, response, duration } = received
    this.#log('info', request, () => `answered ${response.status} after ${Math.round(duration)} ms`)
    this.#log('debug', request, () => 'answered', response.headers)
    await this.#hooks.onResponse?.(received)
  }

  async retry(retry: Retry): Promise<void> {
    const { request, error, delay } = retry
    this.#log('warn', request, () => `failed and is tried again in ${Math.round(delay)} ms: ${error.message}`)
    await this.#hooks.onRetry?.(retry)
  }

  /** Tells that a failure did not pass, and that nothing more is tried. */
  failure(request: SentRequest, error: Error): void {
    this.#log('error', request, () => `failed, and is not tried again: ${error.message}`)
  }

  #log(level: keyof Logger, { method, url, attempt }: SentRequest, event: () => string, headers?: Headers): void {
    if (!this.#logged.includes(level)) return
    const message = `${method} ${redactedUrl(url)} (attempt ${attempt}) ${event()}`
    if (headers) this.#logger[level](message, redactedHeaders(headers))
    else this.#logger[level](message)
  }
}
