import { createHmac } from 'node:crypto'

/** The content that is signed, and the time of sending, in milliseconds since the epoch. */
interface Signed {
  id: string
  time: number
  body: Uint8Array
}

/**
 * Returns the headers of a delivery, with a signature by each key (Standard Webhooks). The client's `signWebhook` returns the same headers, on any platform.
 */
export function signatureHeaders({ id, time, body }: Signed, keys: readonly Uint8Array[]): Record<string, string> {
  const timestamp = String(Math.floor(time / 1_000))
  const signatureBy = (key: Uint8Array) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map(signatureBy).join(' '),
  }
}
