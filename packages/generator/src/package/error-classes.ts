/** The error classes that @roster/sdk throws for responses of a service, each with its doc comment. */
export const ERROR_CLASSES: Readonly<Record<string, string>> = {
  APIError:
    'The service responded with an error status. Statuses that callers handle differently have classes of their own.',
  BadRequestError: '400: a parameter or header is invalid, or the body is not JSON.',
  AuthenticationError: '401: the credential is missing, unknown, expired or revoked.',
  PermissionDeniedError: '403: the credential is valid, but does not permit the operation.',
  NotFoundError: '404: there is no such record, or none that the caller may see.',
  ConflictError: '409: the request conflicts with the current state. `code` tells why.',
  GoneError: '410: the record existed and was deleted.',
  PreconditionFailedError: '412: the record has changed since the version that `ifMatch` names.',
  ValidationError: '422: the body breaks a rule. `errors` lists every fault.',
  RateLimitError: '429: the quota is used up. `retryAfter` tells for how many seconds.',
  ServerError: '5xx: something went wrong on the side of the service.',
}

/** Returns the code of the same classes, with `code` narrowed to the application's codes. */
export function errorClasses(): string {
  const classes = Object.entries(ERROR_CLASSES).map(
    ([name, description]) => `/** ${description} */
export const ${name} = client.${name} as client.ErrorClassOf<client.${name}, ErrorCode>
export type ${name} = client.ErrorOf<client.${name}, ErrorCode>\n`,
  )
  return [
    `import * as client from '@roster/sdk/client'`,
    `import type { ErrorCode } from './resources/error-code.ts'\n`,
    ...classes,
  ].join('\n')
}
