import { RosterError } from './errors.ts'
import type { ErrorCode } from '../resources/error-code.ts'
import { secondsToWait } from './retry-after.ts'

/** One fault of a request: where it is and what is wrong with it. */
export interface Fault {
  /** Dotted path with numeric indexes, such as `items.0.quantity`; the name of a parameter otherwise. */
  field: string
  /** What is wrong, worded to follow the name of the field. */
  message: string
  /** Kebab-case name of the rule that was broken. */
  code: string
  /** JSON Pointer into the body (RFC 6901); absent for parameters. */
  pointer?: string
}

/** Body of an error response: problem details (RFC 9457), or an OAuth error (RFC 6749, section 5.2). */
export interface ErrorBody {
  type?: string
  title?: string
  detail?: string
  code?: ErrorCode
  request_id?: string
  errors?: Fault[]
  error?: string
  error_description?: string
}

/** The service responded with an error status. Statuses that callers handle differently have classes of their own. */
export class APIError extends RosterError {
  override readonly name: string = 'APIError'
  /** HTTP status code. */
  readonly status: number
  /** Code of the error; undefined for errors of the token endpoint, and when a proxy or gateway responded in place of the service. */
  readonly code: ErrorCode | undefined
  /** Error code of the token endpoint (RFC 6749, section 5.2), such as `invalid_grant`; of a proxy or gateway, what it says under that name; otherwise undefined. */
  readonly error: string | undefined
  /** URL of the page that explains the error. */
  readonly type: string | undefined
  /** The kind of error in a few words. */
  readonly title: string | undefined
  /** What failed in this request, why, and what to do. */
  readonly detail: string | undefined
  /** Faults of the request by parameter or member; empty when the service lists none. */
  readonly errors: readonly Fault[]
  /** Identifier of the request in the logs of the service; quote it when you ask for help. */
  readonly requestId: string | undefined
  /** Headers of the response. */
  readonly headers: Headers
  /** Seconds to wait before another request, from a `Retry-After` header with a number or a date; undefined without one. */
  readonly retryAfter: number | undefined

  constructor(response: Response, body: ErrorBody, request: string) {
    const code = body.code ?? body.error
    const detail = body.detail ?? body.error_description ?? body.title ?? response.statusText
    super(`${response.status}${code ? ` ${code}` : ''}${detail && `: ${detail}`} (${request})`)
    this.status = response.status
    this.code = body.code
    this.error = body.error
    this.type = body.type
    this.title = body.title
    this.detail = body.detail ?? body.error_description
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? response.headers.get('x-request-id') ?? undefined
    this.headers = response.headers
    this.retryAfter = secondsToWait(response.headers)
  }
}

/** 400: a parameter or header is invalid, or the body is not JSON. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError'
}

/** 401: the credential is missing, unknown, expired or revoked. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError'
}

/** 403: the credential is valid, but does not permit the operation. */
export class PermissionDeniedError extends APIError {
  override readonly name = 'PermissionDeniedError'
}

/** 404: there is no such record, or none that the caller may see. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError'
}

/** 409: the request conflicts with the current state. `code` tells why. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError'
}

/** 410: the record existed and was deleted. */
export class GoneError extends APIError {
  override readonly name = 'GoneError'
}

/** 412: the record has changed since the version that `ifMatch` names. */
export class PreconditionFailedError extends APIError {
  override readonly name = 'PreconditionFailedError'
}

/** 422: the body breaks a rule. `errors` lists every fault. */
export class ValidationError extends APIError {
  override readonly name = 'ValidationError'
}

/** 429: the quota is used up. `retryAfter` tells for how many seconds. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError'
}

/** 5xx: something went wrong on the side of the service. */
export class ServerError extends APIError {
  override readonly name = 'ServerError'
}

/** Returns the error for an error response, in the class for its status. `request` names the call, such as `GET /v1/users`. */
export function apiErrorOf(response: Response, body: ErrorBody, request: string): APIError {
  const Class = response.status >= 500 ? ServerError : (classes()[response.status] ?? APIError)
  return new Class(response, body, request)
}

/** Returns the classes by status. A function, so that bundlers drop the classes when unused. */
const classes = (): Record<number, typeof APIError> => ({
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  422: ValidationError,
  429: RateLimitError,
})
