import type { Hooks, Logger, LogLevel } from './observer.ts'
import type { Tracer } from './tracing.ts'

/** Any function that works as `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Gets access tokens for a program that acts as itself (OAuth 2.0 client credentials, RFC 6749, section 4.4). */
export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** Scopes to ask for, separated by spaces. Default: all that the client may have. */
  scope?: string | undefined
  /** Address of the token endpoint. Default: `/oauth/token` at the base URL. */
  tokenUrl?: string | undefined
}

/** Gets access tokens for a user who has signed in (RFC 6749, section 6). Each refresh token is good for one use. */
export interface RefreshToken {
  clientId: string
  /** Only for a confidential client. */
  clientSecret?: string | undefined
  refreshToken: string
  /** Keeps the next refresh token. It is called, and awaited for 30 seconds, before anything is sent with the token that came with it. */
  onRotate: (refreshToken: string) => void | Promise<void>
  /** Address of the token endpoint. Default: `/oauth/token` at the base URL. */
  tokenUrl?: string | undefined
}

/** What proves who is calling: exactly one of them. */
export interface CredentialOptions {
  /** API key, such as `rk_…`. */
  apiKey?: string | undefined
  /** Access token, or what gives one. A function is asked before each attempt, once for all that wait, and again after a 401. */
  accessToken?: string | (() => string | Promise<string>) | undefined
  clientCredentials?: ClientCredentials | undefined
  refreshToken?: RefreshToken | undefined
}

/** Limits of a call: of one, or of all that a client makes. */
export interface CallLimits {
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeout?: number | undefined
  /** How often a failure that may pass is tried again. Default: 2. */
  maxRetries?: number | undefined
  /** Milliseconds that all attempts and the waits between them may take together. Default: 60,000. */
  deadline?: number | undefined
}

/** What a client takes. */
export interface ClientOptions extends CredentialOptions, CallLimits, Hooks {
  /** Address of the service. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined
  /** Headers to send with every request. */
  headers?: Record<string, string | undefined> | undefined
  /** Makes each attempt a span, which the service goes on with: `trace.getTracer('my-app')` of `@opentelemetry/api`. Default: none is made. */
  tracer?: Tracer | undefined
  /** Where to log to. Default: `console`. */
  logger?: Logger | undefined
  /** What to log. Default: `warn`. Credentials and bodies are never logged. */
  logLevel?: LogLevel | undefined
}

/** What every method takes last. */
export interface RequestOptions extends CallLimits {
  /** Ends the call, or the wait for another attempt, at once. */
  signal?: AbortSignal | undefined
  /** Headers for this request; undefined leaves out one that the client sends. */
  headers?: Record<string, string | undefined> | undefined
  /**
   * Makes a POST or PATCH have one effect however often it is sent: under the same key, the same request gets the same answer for 24 hours.
   * Default: a random key for each call, kept over its attempts.
   */
  idempotencyKey?: string | undefined
}

/** What methods take that read a record. */
export interface ReadOptions extends RequestOptions {
  ifNoneMatch?: undefined
}

/** What methods take that read a record if it is another than the one at hand. */
export interface ConditionalReadOptions extends RequestOptions {
  /** `ETag` of the record at hand, as in `response.headers.get('etag')`. While it is current, the answer is null. */
  ifNoneMatch?: string | undefined
}

/** What methods take that change a record. */
export interface ChangeOptions extends RequestOptions {
  /** `ETag` of the record that the change is based on. If the record is another by now: `PreconditionFailedError`. */
  ifMatch?: string | undefined
}
