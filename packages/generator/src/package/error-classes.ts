/** The error classes that @roster/sdk throws for responses of a service, each with its doc comment. */
export const ERROR_CLASSES: Readonly<Record<string, string>> = {
  APIError: 'The service answered with an error. There is a class for each status that calls for handling of its own.',
  BadRequestError: '400: a parameter or header is faulty, or the body is no JSON.',
  AuthenticationError: '401: the credential is missing, unknown, expired or revoked.',
  PermissionDeniedError: '403: the credential is valid and may not do this.',
  NotFoundError: '404: there is no such record, or none that the caller may see.',
  ConflictError: '409: the request does not fit the present state. `code` tells why.',
  GoneError: '410: the record existed and was deleted.',
  PreconditionFailedError: '412: the record is no longer the one that `ifMatch` names.',
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
