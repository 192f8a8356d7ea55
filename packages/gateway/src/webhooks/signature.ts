import { createHmac } from 'node:crypto'

/** What is signed, and when it is sent, in milliseconds since the epoch. */
interface Signed {
  id: string
  time: number
  body: Uint8Array
}

/** The headers of a delivery, with a signature by each key (Standard Webhooks). The client's `signWebhook` makes the same, on any platform. */
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
