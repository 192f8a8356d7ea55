import { RosterError } from '../core/errors.ts'

/** Events were missed, and the caller handles no resets. `cursor` is the current position in the event log. */
export class ResetError extends RosterError {
  override readonly name = 'ResetError'
  readonly cursor: string

  constructor(cursor: string) {
    super(
      `Events were missed. Read your records again and go on after ${cursor}, or use \`onReset\` or \`on('reset')\`.`,
    )
    this.cursor = cursor
  }
}

/** The service refused a message, and the socket stays open. */
export class RefusedError extends RosterError {
  override readonly name = 'RefusedError'
  /** Code of the error, such as `forbidden`. */
  readonly code: string
  /** What was refused, and why. */
  readonly detail: string

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** The socket is closed for good. */
export class SocketClosedError extends RosterError {
  override readonly name = 'SocketClosedError'
  /** Code of the Close frame (RFC 6455, section 7.4.1): 1008 when the service closed it against its policy, 1000 after `close()`. */
  readonly code: number
  /** Reason that the service gave: `unauthenticated`, `flood`, `slow`, or empty. */
  readonly reason: string

  constructor(code: number, reason: string) {
    super(`The socket is closed${reason && `: ${reason}`}. Call \`connect\` again.`)
    this.code = code
    this.reason = reason
  }
}
