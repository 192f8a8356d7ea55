// Written from the contract by `npm run generate:sdk`.

/** Code of an error. More may be added. */
export type ErrorCode = keyof ErrorCodes

/** Error codes with their statuses and meanings. */
export interface ErrorCodes {
  /** 400. The request body is empty or is not one JSON document in UTF-8. */
  'malformed-json': 400
  /** 400. A path, query or header parameter is unknown, repeated, missing or out of range. */
  'invalid-parameters': 400
  /** 400. The request does not follow the rules of HTTP, or carries more than one credential. */
  'bad-request': 400
  /** 401. The credential is missing, unknown, expired or revoked. */
  unauthenticated: 401
  /** 403. The credential is valid and lacks a scope that this operation needs. */
  'insufficient-scope': 403
  /** 403. The caller is known and may not do this. */
  forbidden: 403
  /** 403. The session cookie came with a request that another site could have made. */
  csrf: 403
  /** 403. The request came over plain HTTP, and what it carried was not protected on its way. */
  'https-required': 403
  /** 404. There is nothing at this path, or nothing that this caller may see. */
  'not-found': 404
  /** 405. The path exists and does not take this method. */
  'method-not-allowed': 405
  /** 406. The response cannot be given in a media type that the `Accept` header allows. */
  'not-acceptable': 406
  /** 408. The request did not arrive in time. */
  'request-timeout': 408
  /** 409. The record has changed since the version that the request was based on. */
  'version-conflict': 409
  /** 409. The first request with this `Idempotency-Key` is still being worked on. */
  'idempotency-in-progress': 409
  /** 409. The export has no file: it is still being made, or it failed. */
  'export-not-ready': 409
  /** 409. The caller has made as many records of this kind as one maker may have at once. */
  'limit-reached': 409
  /** 409. The request does not fit the present state of what it is about. */
  conflict: 409
  /** 409. Another user record holds this e-mail address. Case, width and domain notation make no difference. */
  'email-taken': 409
  /** 409. The last active administrator cannot be deleted, suspended or demoted. */
  'last-admin': 409
  /** 409. The order cannot move from its present status to the requested one. */
  'invalid-transition': 409
  /** 410. The record existed and was deleted. */
  gone: 410
  /** 410. The event log cannot be read on from this cursor: what followed it is deleted, or it is of another log. */
  'cursor-expired': 410
  /** 413. The request body is over 1 MiB. */
  'payload-too-large': 413
  /** 414. The request target is over 8 KiB. */
  'uri-too-long': 414
  /** 415. The body is not in a media type, charset or content coding that this operation takes. */
  'unsupported-media-type': 415
  /** 416. The range in `Range` begins after the end of the file. */
  'range-not-satisfiable': 416
  /** 422. The body is well-formed JSON and breaks a rule of this operation. */
  'validation-failed': 422
  /** 422. This `Idempotency-Key` was used before, for a request with another body. */
  'idempotency-key-reused': 422
  /** 426. This path is for WebSockets in version 13, and the request does not open one. */
  'upgrade-required': 426
  /** 429. The caller has used up its quota for now. */
  'rate-limited': 429
  /** 431. The request headers are over 16 KiB. */
  'headers-too-large': 431
  /** 500. Something went wrong on our side. It was logged under the `request_id`. */
  internal: 500
  /** 501. The request method, or a transfer coding of the body, is one that this service does not use anywhere. */
  'not-implemented': 501
  /** 503. The database or the authorization server cannot be reached just now, or the service is stopping. */
  unavailable: 503
  /** 503. The service has more work than it can do just now, or other requests keep changing the same records. */
  overloaded: 503
}
