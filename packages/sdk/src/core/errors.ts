/** Base class of every error that this package throws, and the error of a call that cannot be made as it was written. */
export class RosterError extends Error {
  override readonly name: string = 'RosterError'
}

/** The service could not be reached, or the connection broke. `cause` is the error of `fetch`, where it threw one. */
export class ConnectionError extends RosterError {
  override readonly name = 'ConnectionError'
}

/** The response did not arrive in full within `timeout`, or within the rest of `deadline`. */
export class TimeoutError extends RosterError {
  override readonly name = 'TimeoutError'
}

/** The caller's `signal` ended the call. `cause` has the signal's reason. */
export class AbortError extends RosterError {
  override readonly name = 'AbortError'
}
