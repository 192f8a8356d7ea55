import { RosterError } from '../core/errors.ts'

/** Why a delivery was refused. */
export type WebhookFault =
  /** The body was parsed before it was verified, so that its bytes are gone. */
  | 'parsed-body'
  /** A header is missing: this is no delivery, or a proxy drops headers. */
  | 'missing-header'
  /** A header is not in its form. */
  | 'malformed-header'
  /** The delivery is older than the tolerance, or a replay of an old one. */
  | 'too-old'
  /** The delivery is from the future by more than the tolerance: a clock is wrong. */
  | 'too-new'
  /** The secret is not in its form. */
  | 'invalid-secret'
  /** No signature is by any of the secrets: the body was changed, or it is signed with another secret. */
  | 'wrong-signature'
  /** It is signed, and its body is no event. */
  | 'malformed-body'

/** A delivery that must not be believed. `reason` tells programs why, the message people. */
export class WebhookVerificationError extends RosterError {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string) {
    super(message)
    this.reason = reason
  }
}
