/** The runtime of generated clients. A client that `roster-generate` writes imports from this entry only. */
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
export { download, type DownloadOptions } from './core/download.ts'
export type { ErrorClassOf, ErrorOf } from './core/error-of.ts'
export { AbortError, ConnectionError, RosterError, TimeoutError } from './core/errors.ts'
export type { AnyEventOf, EventOf } from './core/event-of.ts'
export { List, Page, type PageBody, type Selected } from './core/list.ts'
export type { Hooks, Logger, LogLevel, ReceivedResponse, Retry, SentRequest } from './core/observer.ts'
export type { TracedSpan, Tracer } from './core/tracing.ts'
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
export { Resource } from './core/resource.ts'
export type { Limits } from './core/settings.ts'
export type { PathValue, Query } from './core/url.ts'
export { waitFor, type WaitOptions } from './core/wait.ts'
