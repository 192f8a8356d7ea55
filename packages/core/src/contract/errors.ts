/**
 * Table of every error that the core answers with. Applications add their own with `errorKind`. Status, title and the page at `/errors/<code>` come from this
 * table; `description` tells a developer what happened and `remedy` what to do next.
 */
export const errors = {
  'malformed-json': {
    status: 400,
    title: 'Malformed JSON',
    description: 'The request body is empty or is not one JSON document in UTF-8.',
    remedy:
      'Send one JSON object without a byte order mark, doubled members or a `__proto__` member, nested at most 32 deep.',
  },
  'invalid-parameters': {
    status: 400,
    title: 'Invalid parameters',
    description: 'A path, query or header parameter is unknown, repeated, missing or out of range.',
    remedy: 'Each faulty parameter is named in `errors`. Nothing is corrected silently: fix them and send again.',
  },
  'bad-request': {
    status: 400,
    title: 'Bad request',
    description: 'The request does not follow the rules of HTTP, or carries more than one credential.',
    remedy: 'Read `detail`, correct the request and send it again.',
  },
  unauthenticated: {
    status: 401,
    title: 'Unauthenticated',
    description: 'The credential is missing, unknown, expired or revoked.',
    remedy: 'Send a valid credential in a way that the `WWW-Authenticate` header names.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    description: 'The credential is valid and lacks a scope that this operation needs.',
    remedy: 'Use a credential that holds the scope named in `detail`.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description: 'The caller is known and may not do this.',
    remedy: 'Ask an administrator, or use a credential that holds what it wants to grant.',
  },
  csrf: {
    status: 403,
    title: 'Cross-site request refused',
    description: 'The session cookie came with a request that another site could have made.',
    remedy:
      'Send changes from a page of this service, with the `csrf_token` of the session in the header `X-CSRF-Token`.',
  },
  'https-required': {
    status: 403,
    title: 'HTTPS required',
    description: 'The request came over plain HTTP, and what it carried was not protected on its way.',
    remedy: 'Send it to the https address. Replace the credential that was sent in the clear.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'There is nothing at this path, or nothing that this caller may see.',
    remedy: 'Check the identifier that was sent. The API reference lists the paths, and the names of operations.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    description: 'The path exists and does not take this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    description: 'The response cannot be given in a media type that the `Accept` header allows.',
    remedy: 'Accept a media type that the `detail` names.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    description: 'The request did not arrive in time.',
    remedy: 'Send headers and body without pausing, over a new connection.',
  },
  'version-conflict': {
    status: 409,
    title: 'Version conflict',
    description: 'The record has changed since the version that the request was based on.',
    remedy: 'Read the record again, apply the change to what it is now, and send its current `version`.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'Idempotency in progress',
    description: 'The first request with this `Idempotency-Key` is still being worked on.',
    remedy: 'Repeat the request after the seconds in `Retry-After`; it then gets the answer of the first one.',
  },
  'export-not-ready': {
    status: 409,
    title: 'Export not ready',
    description: 'The export has no file: it is still being made, or it failed.',
    remedy: 'Read the export until its `status` is `succeeded`. Make another one if it `failed`.',
  },
  'limit-reached': {
    status: 409,
    title: 'Limit reached',
    description: 'The caller has made as many records of this kind as one maker may have at once.',
    remedy: 'Delete or revoke what is not needed any more, or wait until something ends: `detail` says which.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description: 'The request does not fit the present state of what it is about.',
    remedy: 'Read `detail`, look at the present state, and change the request.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    description: 'The record existed and was deleted.',
    remedy: 'Stop asking for it: it does not come back.',
  },
  'cursor-expired': {
    status: 410,
    title: 'Cursor expired',
    description:
      'The event log cannot be read on from this cursor: what followed it is deleted, or it is of another log.',
    remedy: 'Read the records themselves, and then the log from its start, with an empty cursor.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    description: 'The request body is over 1 MiB.',
    remedy: 'Send less at once, for example several smaller batches.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    description: 'The request target is over 8 KiB.',
    remedy: 'Shorten the query string.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    description: 'The body is not in a media type, charset or content coding that this operation takes.',
    remedy: 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'Range not satisfiable',
    description: 'The range in `Range` begins after the end of the file.',
    remedy: 'Read the size of the file from `Content-Range`, and ask for bytes before it.',
  },
  'validation-failed': {
    status: 422,
    title: 'Validation failed',
    description: 'The body is well-formed JSON and breaks a rule of this operation.',
    remedy: 'Each fault is listed in `errors`, with a JSON Pointer to the member. Fix them all and send again.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    description: 'This `Idempotency-Key` was used before, for a request with another body.',
    remedy: 'Use a new key for every new request, and repeat a request with the same bytes.',
  },
  'upgrade-required': {
    status: 426,
    title: 'Upgrade required',
    description: 'This path is for WebSockets in version 13, and the request does not open one.',
    remedy: 'Open it with a WebSocket client.',
  },
  'rate-limited': {
    status: 429,
    title: 'Rate limited',
    description: 'The caller has used up its quota for now.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    description: 'The request headers are over 16 KiB.',
    remedy: 'Send fewer or shorter headers and cookies.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    description: 'Something went wrong on our side. It was logged under the `request_id`.',
    remedy: 'Try again; if it persists, report the `request_id`.',
  },
  'not-implemented': {
    status: 501,
    title: 'Not implemented',
    description:
      'The request method, or a transfer coding of the body, is one that this service does not use anywhere.',
    remedy: 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, and no transfer coding but `chunked`.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    description: 'The database or the authorization server cannot be reached just now, or the service is stopping.',
    remedy: 'Try again after the seconds in `Retry-After`. Reads and idempotent writes can be repeated safely.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    description: 'The service has more work than it can do just now, or other requests keep changing the same records.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorEntry>

export interface ErrorEntry {
  /** HTTP status code. */
  status: number
  title: string
  /** What happened, in words that fit every occurrence. */
  description: string
  /** What the caller should do next. */
  remedy: string
}

/** The code of a kind of error that comes with the core. */
export type ErrorCode = keyof typeof errors
