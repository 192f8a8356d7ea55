import { bytesOf, contentOf } from './content.ts'
import { keysOf } from './secret.ts'

export interface SignOptions {
  /** Identifier of the event. */
  id: string
  /** When it is sent. Default: now. */
  timestamp?: Date | undefined
  /** Secret of the endpoint; several while a rotation overlaps, and a signature for each. */
  secret: string | readonly string[]
}

/** The headers of a delivery. */
export type SignedHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Signs a delivery as the service does (Standard Webhooks): for tests, and for services of one's own. */
export async function signWebhook(rawBody: string | Uint8Array, options: SignOptions): Promise<SignedHeaders> {
  const { id, timestamp = new Date(), secret } = options
  if (!/^[\x21-\x2d\x2f-\x7e]+$/.test(id)) throw new TypeError('The id of a webhook is visible ASCII without a dot.')
  const seconds = String(Math.floor(timestamp.getTime() / 1_000))
  const content = contentOf(id, seconds, bytesOf(rawBody))
  const keys = await keysOf(secret)
  const signatures = await Promise.all(keys.map((key) => signatureBy(key, content)))
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

async function signatureBy(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await crypto.subtle.sign('HMAC', key, content)
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}
