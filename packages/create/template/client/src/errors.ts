// Written by `roster-generate` from the contract. Changes to it are lost.

import * as client from '@roster/sdk/client'
import type { ErrorCode } from './resources/error-code.ts'

/** The service responded with an error status. Statuses that callers handle differently have classes of their own. */
export const APIError = client.APIError as client.ErrorClassOf<client.APIError, ErrorCode>
export type APIError = client.ErrorOf<client.APIError, ErrorCode>

/** 400: a parameter or header is invalid, or the body is not JSON. */
export const BadRequestError = client.BadRequestError as client.ErrorClassOf<client.BadRequestError, ErrorCode>
export type BadRequestError = client.ErrorOf<client.BadRequestError, ErrorCode>

/** 401: the credential is missing, unknown, expired or revoked. */
export const AuthenticationError = client.AuthenticationError as client.ErrorClassOf<
  client.AuthenticationError,
  ErrorCode
>
export type AuthenticationError = client.ErrorOf<client.AuthenticationError, ErrorCode>

/** 403: the credential is valid, but does not permit the operation. */
export const PermissionDeniedError = client.PermissionDeniedError as client.ErrorClassOf<
  client.PermissionDeniedError,
  ErrorCode
>
export type PermissionDeniedError = client.ErrorOf<client.PermissionDeniedError, ErrorCode>

/** 404: there is no such record, or none that the caller may see. */
export const NotFoundError = client.NotFoundError as client.ErrorClassOf<client.NotFoundError, ErrorCode>
export type NotFoundError = client.ErrorOf<client.NotFoundError, ErrorCode>

/** 409: the request conflicts with the current state. `code` tells why. */
export const ConflictError = client.ConflictError as client.ErrorClassOf<client.ConflictError, ErrorCode>
export type ConflictError = client.ErrorOf<client.ConflictError, ErrorCode>

/** 410: the record existed and was deleted. */
export const GoneError = client.GoneError as client.ErrorClassOf<client.GoneError, ErrorCode>
export type GoneError = client.ErrorOf<client.GoneError, ErrorCode>

/** 412: the record has changed since the version that `ifMatch` names. */
export const PreconditionFailedError = client.PreconditionFailedError as client.ErrorClassOf<
  client.PreconditionFailedError,
  ErrorCode
>
export type PreconditionFailedError = client.ErrorOf<client.PreconditionFailedError, ErrorCode>

/** 422: the body breaks a rule. `errors` lists every fault. */
export const ValidationError = client.ValidationError as client.ErrorClassOf<client.ValidationError, ErrorCode>
export type ValidationError = client.ErrorOf<client.ValidationError, ErrorCode>

/** 429: the quota is used up. `retryAfter` tells for how many seconds. */
export const RateLimitError = client.RateLimitError as client.ErrorClassOf<client.RateLimitError, ErrorCode>
export type RateLimitError = client.ErrorOf<client.RateLimitError, ErrorCode>

/** 5xx: something went wrong on the side of the service. */
export const ServerError = client.ServerError as client.ErrorClassOf<client.ServerError, ErrorCode>
export type ServerError = client.ErrorOf<client.ServerError, ErrorCode>
