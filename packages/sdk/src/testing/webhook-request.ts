import { type SignedHeaders, signWebhook } from '../webhooks/sign.ts'
import type { Event } from './records.ts'

interface Sending {
  /** Name of the application for receivers. */
  product: string
  /** Time of the delivery in milliseconds. */
  time: number
  /** Secret or secrets that sign the delivery. */
  secret: string | readonly string[]
}

/** Returns the request that delivers an event to an address as the service does: the same body for every attempt, with signatures for this one. */
export async function webhookRequest(
  url: string | URL,
  sent: Event,
  { product, time, secret }: Sending,
): Promise<Request> {
  const { event, id, cursor, created_at, api_version, actor, data } = sent
  const body = JSON.stringify({ event, id, cursor, created_at, api_version, actor, data })
  const signed: SignedHeaders = await signWebhook(body, { id, timestamp: new Date(time), secret })
  const headers = { 'content-type': 'application/json', 'user-agent': `${product}-Webhooks/1.0`, ...signed }
  return new Request(url, { method: 'POST', headers, body, redirect: 'manual' })
}
