import type { Hooks, Logger, LogLevel } from './observer.ts'
import type { Tracer } from './tracing.ts'

/** A function that works like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Credentials of a program that acts on its own behalf. The client gets access tokens with them (OAuth 2.0 client credentials, RFC 6749, section 4.4). */
export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** Scopes to request, separated by spaces. Default: all scopes that the OAuth client may have. */
  scope?: string | undefined
  /** Address of the token endpoint. Default: `/oauth/token` at the base URL. */
  tokenUrl?: string | undefined
}

/** A refresh token of a user who has signed in. The client gets access tokens with it (RFC 6749, section 6). Each refresh token works once. */
export interface RefreshToken {
  clientId: string
  /** Secret of a confidential client. A public client has none. */
  clientSecret?: string | undefined
  refreshToken: string
  /**
   * Stores the next refresh token. It is called, and awaited for up to 30 seconds, before the access token that came with the refresh token is used. If it
   * settles later, and there is a newer refresh token by then, it is called with that one again.
   */
  onRotate: (refreshToken: string) => void | Promise<void>
  /** Address of the token endpoint. Default: `/oauth/token` at the base URL. */
  tokenUrl?: string | undefined
}

/** The credential of the client: exactly one of these options. */
export interface CredentialOptions {
  /** API key, such as `rk_…`. */
  apiKey?: string | undefined
  /** Access token, or a function that returns one. The function is called before each attempt, once for all calls that wait, and again after a 401. */
  accessToken?: string | (() => string | Promise<string>) | undefined
  clientCredentials?: ClientCredentials | undefined
  refreshToken?: RefreshToken | undefined
}

/** Limits of one call, or of every call of a client. */
export interface CallLimits {
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeout?: number | undefined
  /** Number of retries after a failure that may pass. Default: 2. */
  maxRetries?: number | undefined
  /** Milliseconds that all attempts and the waits between them may take together. Default: 60,000. */
  deadline?: number | undefined
}

/** Options of a client. */
export interface ClientOptions extends CredentialOptions, CallLimits, Hooks {
  /** Base URL of the service. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined
  /** Headers to send with every request. */
  headers?: Record<string, string | undefined> | undefined
  /** Creates a span for each attempt, which the service continues: `trace.getTracer('my-app')` of `@opentelemetry/api`. Default: no spans. */
  tracer?: Tracer | undefined
  /** Logger for messages of the client. Default: `console`. */
  logger?: Logger | undefined
  /** How much to log. Default: `warn`. Credentials and bodies are never logged. */
  logLevel?: LogLevel | undefined
}

/** Options of every method, its last parameter. */
export interface RequestOptions extends CallLimits {
  /** Ends the call, or the wait for another attempt, at once. */
  signal?: AbortSignal | undefined
  /** Headers for this request. A value of undefined removes a header that the client sends. */
  headers?: Record<string, string | undefined> | undefined
  /**
   * Key with which a POST or PATCH takes effect once, however often it is sent: with the same key, the same request gets the same response for 24 hours.
   * Default: a random key for each call, kept over its attempts.
   */
  idempotencyKey?: string | undefined
}

/** Options of methods that read a record. */
export interface ReadOptions extends RequestOptions {
  ifNoneMatch?: undefined
}

/** Options of methods that read a record only if it has changed. */
export interface ConditionalReadOptions extends RequestOptions {
  /** `ETag` of the caller's copy of the record, from `response.headers.get('etag')`. While the copy is current, the method returns null. */
  ifNoneMatch?: string | undefined
}

/** Options of methods that change a record. */
export interface ChangeOptions extends RequestOptions {
  /** `ETag` of the record that the change is based on. If the record has changed since, the method throws a `PreconditionFailedError`. */
  ifMatch?: string | undefined
}
