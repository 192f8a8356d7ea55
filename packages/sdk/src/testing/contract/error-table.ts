// Written from the contract by `npm run generate:sdk`.

import type { MockedApplication } from '../application.ts'

/** Every error of the service, by its code. */
export const ERRORS: MockedApplication['errors'] = {
  'malformed-json': [400, 'Malformed JSON', 'The request body is empty or is not one JSON document in UTF-8.'],
  'invalid-parameters': [
    400,
    'Invalid parameters',
    'A path, query or header parameter is unknown, repeated, missing or out of range.',
  ],
  'bad-request': [
    400,
    'Bad request',
    'The request does not follow the rules of HTTP, or carries more than one credential.',
  ],
  unauthenticated: [401, 'Unauthenticated', 'The credential is missing, unknown, expired or revoked.'],
  'insufficient-scope': [
    403,
    'Insufficient scope',
    'The credential is valid and lacks a scope that this operation needs.',
  ],
  forbidden: [403, 'Forbidden', 'The caller is known and may not do this.'],
  csrf: [
    403,
    'Cross-site request refused',
    'The session cookie came with a request that another site could have made.',
  ],
  'https-required': [
    403,
    'HTTPS required',
    'The request came over plain HTTP, and what it carried was not protected on its way.',
  ],
  'not-found': [404, 'Not found', 'There is nothing at this path, or nothing that this caller may see.'],
  'method-not-allowed': [405, 'Method not allowed', 'The path exists and does not take this method.'],
  'not-acceptable': [
    406,
    'Not acceptable',
    'The response cannot be given in a media type that the `Accept` header allows.',
  ],
  'request-timeout': [408, 'Request timeout', 'The request did not arrive in time.'],
  'version-conflict': [
    409,
    'Version conflict',
    'The record has changed since the version that the request was based on.',
  ],
  'idempotency-in-progress': [
    409,
    'Idempotency in progress',
    'The first request with this `Idempotency-Key` is still being worked on.',
  ],
  'export-not-ready': [409, 'Export not ready', 'The export has no file: it is still being made, or it failed.'],
  'limit-reached': [
    409,
    'Limit reached',
    'The caller has made as many records of this kind as one maker may have at once.',
  ],
  conflict: [409, 'Conflict', 'The request does not fit the present state of what it is about.'],
  'email-taken': [
    409,
    'E-mail taken',
    'Another user record holds this e-mail address. Case, width and domain notation make no difference.',
  ],
  'last-admin': [409, 'Last administrator', 'The last active administrator cannot be deleted, suspended or demoted.'],
  'invalid-transition': [
    409,
    'Invalid transition',
    'The order cannot move from its present status to the requested one.',
  ],
  gone: [410, 'Gone', 'The record existed and was deleted.'],
  'cursor-expired': [
    410,
    'Cursor expired',
    'The event log cannot be read on from this cursor: what followed it is deleted, or it is of another log.',
  ],
  'payload-too-large': [413, 'Payload too large', 'The request body is over 1 MiB.'],
  'uri-too-long': [414, 'URI too long', 'The request target is over 8 KiB.'],
  'unsupported-media-type': [
    415,
    'Unsupported media type',
    'The body is not in a media type, charset or content coding that this operation takes.',
  ],
  'range-not-satisfiable': [416, 'Range not satisfiable', 'The range in `Range` begins after the end of the file.'],
  'validation-failed': [422, 'Validation failed', 'The body is well-formed JSON and breaks a rule of this operation.'],
  'idempotency-key-reused': [
    422,
    'Idempotency key reused',
    'This `Idempotency-Key` was used before, for a request with another body.',
  ],
  'upgrade-required': [
    426,
    'Upgrade required',
    'This path is for WebSockets in version 13, and the request does not open one.',
  ],
  'rate-limited': [429, 'Rate limited', 'The caller has used up its quota for now.'],
  'headers-too-large': [431, 'Headers too large', 'The request headers are over 16 KiB.'],
  internal: [500, 'Internal error', 'Something went wrong on our side. It was logged under the `request_id`.'],
  'not-implemented': [
    501,
    'Not implemented',
    'The request method, or a transfer coding of the body, is one that this service does not use anywhere.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The database or the authorization server cannot be reached just now, or the service is stopping.',
  ],
  overloaded: [
    503,
    'Overloaded',
    'The service has more work than it can do just now, or other requests keep changing the same records.',
  ],
}
