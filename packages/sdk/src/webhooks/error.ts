import { RosterError } from '../core/errors.ts'

/** Why a delivery was refused. */
export type WebhookFault =
  /** The body was parsed before it was verified, so that its bytes are gone. */
  | 'parsed-body'
  /** A header is missing: this is no delivery, or a proxy drops headers. */
  | 'missing-header'
  /** A header is malformed. */
  | 'malformed-header'
  /** The delivery is older than the tolerance, or a replay of an old one. */
  | 'too-old'
  /** The delivery is from the future by more than the tolerance: a clock is wrong. */
  | 'too-new'
  /** The secret is malformed. */
  | 'invalid-secret'
  /** No signature fits any of the secrets: the body was changed, or it is signed with another secret. */
  | 'wrong-signature'
  /** The body is signed, but it is no event; or it was passed as malformed text. */
  | 'malformed-body'

/** A delivery that cannot be trusted. Programs read `reason`; the message is for people. */
export class WebhookVerificationError extends RosterError {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string) {
    super(message)
    this.reason = reason
  }
}
