import { RosterError } from '../core/errors.ts'
import { bytesOf, contentOf } from './content.ts'
import { ID, SECONDS } from './headers.ts'
import { macsBy } from './macs.ts'
import { requireObject } from './options.ts'
import { keysOf } from './secret.ts'
import { secondsOf } from './seconds.ts'

/** Options of `signWebhook`. */
export interface SignOptions {
  /** Identifier of the event: visible ASCII without a dot, at most 255 characters. */
  id: string
  /** Time of the delivery, as a date or in milliseconds since 1970. Default: now. */
  timestamp?: Date | number | undefined
  /** Secret of the endpoint. During a rotation, pass several secrets: the delivery gets a signature for each. */
  secret: string | readonly string[]
}

/** The headers of a signed delivery. */
export type SignedHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Returns the headers of a delivery, signed as the service signs it (Standard Webhooks): for tests, and for services of your own. */
export async function signWebhook(rawBody: string | Uint8Array, options: SignOptions): Promise<SignedHeaders> {
  requireObject(options, 'id, secret')
  const { id, timestamp = new Date(), secret } = options
  const seconds = String(secondsOf(timestamp, '`timestamp`'))
  if (typeof id !== 'string' || !ID.test(id)) throw new RosterError('`id` is no visible ASCII without a dot.')
  if (!SECONDS.test(seconds)) throw new RosterError('`timestamp` is no time since 1970. Pass a Date.')
  const content = contentOf(id, seconds, bytesOf(rawBody))
  const keys = await keysOf(secret)
  const signatures = (await macsBy(keys, content)).map((mac) => `v1,${btoa(String.fromCharCode(...mac))}`)
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
