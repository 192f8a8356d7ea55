import { type SignedHeaders, signWebhook } from '../webhooks/sign.ts'
import type { Event } from './records.ts'

interface Sending {
  /** When it is sent, in milliseconds. */
  time: number
  /** What it is signed with. */
  secret: string | readonly string[]
}

/** An event as the service delivers it to an address: the same bytes at every attempt, and signatures of this one. */
export async function webhookRequest(url: string | URL, sent: Event, { time, secret }: Sending): Promise<Request> {
  const { event, id, cursor, created_at, api_version, actor, data } = sent
  const body = JSON.stringify({ event, id, cursor, created_at, api_version, actor, data })
  const signed: SignedHeaders = await signWebhook(body, { id, timestamp: new Date(time), secret })
  const headers = { 'content-type': 'application/json', 'user-agent': 'Roster-Webhooks/1.0', ...signed }
  return new Request(url, { method: 'POST', headers, body, redirect: 'manual' })
}
