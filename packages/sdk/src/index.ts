/** The TypeScript client of Roster. */
export type { Actor } from './core/actor.ts'
export type { APIResponse, APIPromise } from './core/response.ts'
export {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type Fault,
  GoneError,
  NotFoundError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './core/api-errors.ts'
export type { Bytes, DownloadProgress } from './core/byte-source.ts'
export { Client, type Method, type RequestInput } from './core/client.ts'
export type { DownloadOptions } from './core/download.ts'
export { AbortError, ConnectionError, RosterError, TimeoutError } from './core/errors.ts'
export type { EventName, RosterEvent, RosterEventOf } from './core/event.ts'
export type { AnyEventOf, EventOf } from './core/event-of.ts'
export { List, Page, type PageBody, type Selected } from './core/list.ts'
export type { Hooks, Logger, LogLevel, ReceivedResponse, Retry, SentRequest } from './core/observer.ts'
export type { TracedSpan, Tracer } from './core/tracing.ts'
export type { PathValue, Query } from './core/url.ts'
export type {
  CallLimits,
  ChangeOptions,
  ClientCredentials,
  ClientOptions,
  ConditionalReadOptions,
  CredentialOptions,
  Fetch,
  ReadOptions,
  RefreshToken,
  RequestOptions,
} from './core/options.ts'
export type { Product } from './core/product.ts'
export type { Limits } from './core/settings.ts'
export type { WaitOptions } from './core/wait.ts'
export * from './resources/all.ts'
export type { ErrorCode, ErrorCodes } from './resources/error-code.ts'
export { Roster } from './roster.ts'
export { VERSION } from './version.ts'
