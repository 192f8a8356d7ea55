import { redactedHeaders, redactedUrl } from './redact.ts'

/** A logger with a function for each level, such as `console`. */
export type Logger = Record<Exclude<LogLevel, 'off'>, (message: string, details?: unknown) => void>

export const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const

/**
 * How much to log: `error` logs failures that remain after the retries, `warn` also retries, `info` also every response, `debug` also the headers of requests
 * and responses.
 */
export type LogLevel = (typeof LEVELS)[number]

/** A request that is about to be sent. */
export interface SentRequest {
  method: string
  url: string
  /** Path of the API reference, such as `/v1/users/{user_id}`: a name for statistics. */
  route: string
  /** Headers of the request. Hooks may change them, to send a `traceparent` for example. They include the credential. */
  headers: Headers
  /** Number of the attempt, from 1. */
  attempt: number
}

/** The response of the service to one attempt. */
export interface ReceivedResponse {
  request: SentRequest
  /** The client reads the body of the response: use `clone()` to read it in a hook. */
  response: Response
  /** Milliseconds from the request to the headers of the response. */
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

/** Functions that the client calls for each request. The client awaits them within the limits of the call, and an error that they throw ends the call. */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined
  /** After each response, whatever its status. */
  onResponse?: ((response: ReceivedResponse) => void | Promise<void>) | undefined
  /** Before each wait for another attempt. */
  onRetry?: ((retry: Retry) => void | Promise<void>) | undefined
}

/** Reports requests, responses, retries and failures to the hooks and the logger. */
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

  /** Logs a failure after which no further attempt is made. */
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
