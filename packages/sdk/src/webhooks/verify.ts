import { RosterError } from '../core/errors.ts'
import type { RosterEvent } from '../core/event.ts'
import { base64Bytes, bytesOf, contentOf } from './content.ts'
import { WebhookVerificationError } from './error.ts'
import { deliveryHeadersOf, type WebhookHeaders } from './headers.ts'
import { isSameMac, macsBy } from './macs.ts'
import { requireObject } from './options.ts'
import { keysOf } from './secret.ts'
import { secondsOf } from './seconds.ts'

/** How the time of a delivery is checked. */
export interface VerifyOptions {
  /** Seconds by which the time of the delivery may differ from now, in the past and in the future. Default: 300. */
  toleranceSeconds?: number | undefined
  /** Returns the current time, as a date or in milliseconds. Default: the clock. */
  now?: (() => Date | number) | undefined
}

/**
 * Verifies that a delivery is from the service, recent and unchanged (Standard Webhooks), and returns its event. `rawBody` is the body as received, before any
 * parser: other bytes have another signature. Pass several secrets while one replaces another. Throws a `WebhookVerificationError` whose `reason` says what is
 * wrong: respond with 400 then. `Event` is the type of any event of the service, as its client exports it.
 */
export async function verifyWebhook<Event = RosterEvent>(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Event> {
  requireObject(options, 'toleranceSeconds: 300')
  const { toleranceSeconds = 300, now = () => new Date() } = options
  const body = bytesOf(rawBody)
  const keys = await keysOf(secret)
  const { id, timestamp, signatures } = deliveryHeadersOf(headers)
  requireRecent(Number(timestamp) - secondsOf(now(), 'What `now` returned'), toleranceSeconds)
  if (!(await isSigned(contentOf(id, timestamp, body), signatures, keys)))
    throw new WebhookVerificationError('wrong-signature', WRONG_SIGNATURE)
  return eventOf(body) as Event
}

const WRONG_SIGNATURE =
  'No signature fits. Is this the secret of this endpoint, and the body what was received, byte for byte?'

function requireRecent(ahead: number, tolerance: number): void {
  if (ahead < -tolerance)
    throw new WebhookVerificationError(
      'too-old',
      `The delivery was signed ${-ahead} seconds ago, and ${tolerance} are tolerated.`,
    )
  if (ahead > tolerance)
    throw new WebhookVerificationError(
      'too-new',
      `The delivery was signed ${ahead} seconds ahead of this clock. Set the clock right.`,
    )
  // With NaN, neither comparison was true.
  if (!(ahead <= tolerance)) throw new RosterError('`toleranceSeconds` or what `now` returned is no number.')
}

/**
 * Whether any signature fits any key. Each key signs the content once, however many signatures the sender has made up. Every pair is compared, whatever the
 * outcome of the one before.
 */
async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string[], keys: CryptoKey[]): Promise<boolean> {
  const macs = await macsBy(keys, content)
  const given = signatures.map((signature) => base64Bytes(signature) ?? [])
  return given.flatMap((one) => macs.map((mac) => isSameMac(one, mac))).includes(true)
}

function eventOf(body: Uint8Array): unknown {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
    if (typeof event.event === 'string') return event
  } catch {
    // Reported below, as is a body that is JSON and no event.
  }
  throw new WebhookVerificationError(
    'malformed-body',
    'The body is signed, and is no event: JSON with a member `event`.',
  )
}
