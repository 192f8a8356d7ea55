import { RosterError } from './errors.ts'
import type { ErrorCode } from '../resources/error-code.ts'
import { secondsToWait } from './retry-after.ts'

/** One fault of a request: where it is and what is wrong with it. */
export interface Fault {
  /** Dotted path with numeric indexes, such as `items.0.quantity`; the name of a parameter otherwise. */
  field: string
  /** What is wrong, to be read after the name. */
  message: string
  /** Kebab-case name of the rule that was broken. */
  code: string
  /** JSON Pointer into the body (RFC 6901); absent for parameters. */
  pointer?: string
}

/** Members of an answer that tell what went wrong: problem details (RFC 9457), or an OAuth error (RFC 6749, section 5.2). */
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

/** The service answered with an error. There is a class for each status that calls for handling of its own. */
export class APIError extends RosterError {
  override readonly name: string = 'APIError'
  /** HTTP status code. */
  readonly status: number
  /** Which error it is; undefined when something between client and service answered. */
  readonly code: ErrorCode | undefined
  /** Address of the page that explains it. */
  readonly type: string | undefined
  /** The kind of error in a few words. */
  readonly title: string | undefined
  /** What happened this time, to what, and what to do. */
  readonly detail: string | undefined
  /** Every fault of the request, where it can be told by parameter or member. */
  readonly errors: readonly Fault[]
  /** Identifier of the request in the logs of the service; quote it when you ask for help. */
  readonly requestId: string | undefined
  /** Headers of the answer. */
  readonly headers: Headers
  /** Seconds after which the service asks to be called again, whichever form it sent. */
  readonly retryAfter: number | undefined

  constructor(response: Response, body: ErrorBody, request: string) {
    const code = body.code ?? body.error
    const detail = body.detail ?? body.error_description ?? body.title ?? response.statusText
    super(`${response.status}${code ? ` ${code}` : ''}${detail && `: ${detail}`} (${request})`)
    this.status = response.status
    this.code = body.code
    this.type = body.type
    this.title = body.title
    this.detail = body.detail ?? body.error_description
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? response.headers.get('x-request-id') ?? undefined
    this.headers = response.headers
    this.retryAfter = secondsToWait(response.headers.get('retry-after'))
  }
}

/** 400: a parameter or header is faulty, or the body is no JSON. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError'
}

/** 401: the credential is missing, unknown, expired or revoked. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError'
}

/** 403: the credential is valid and may not do this. */
export class PermissionDeniedError extends APIError {
  override readonly name = 'PermissionDeniedError'
}

/** 404: there is no such record, or none that the caller may see. */
export class NotFoundError extends APIError {
  override readonly name = 'NotFoundError'
}

/** 409: the request does not fit the present state. `code` tells why. */
export class ConflictError extends APIError {
  override readonly name = 'ConflictError'
}

/** 410: the record existed and was deleted. */
export class GoneError extends APIError {
  override readonly name = 'GoneError'
}

/** 412: the record is no longer the one that `ifMatch` names. */
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

/** The error that an answer tells of. `request` says which call it was, such as `GET /v1/users`. */
export function apiErrorOf(response: Response, body: ErrorBody, request: string): APIError {
  const Class = response.status >= 500 ? ServerError : (classes()[response.status] ?? APIError)
  return new Class(response, body, request)
}

/** A function, so that bundlers drop what is not used. */
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
