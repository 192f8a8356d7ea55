import type { Entry } from '@roster/core/server'
import { signWebhook } from '@roster/sdk/webhooks'
import type { Message } from './send.ts'

export interface Addressed {
  /** Who sends it: `User-Agent`. */
  userAgent: string
  url: string
  /** Reads the secrets, each of which signs. */
  secrets: () => readonly string[]
  entry: Entry
  /** When it is sent, in milliseconds since the epoch. */
  time: number
}

/** A delivery as it is sent: the same bytes at every attempt, and signatures of this one (Standard Webhooks). Throws what `secrets` throws. */
export async function messageOf({ userAgent, url, secrets, entry, time }: Addressed): Promise<Message> {
  const body = bodyOf(entry)
  const signed = await signWebhook(body, { id: entry.id, timestamp: new Date(time), secret: secrets() })
  return { url, headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...signed }, body }
}

/** `data` goes out as it was written. */
function bodyOf({ event, id, cursor, created_at, api_version, actor, json }: Entry): string {
  const head = JSON.stringify({ event, id, cursor, created_at, api_version, actor })
  return `${head.slice(0, -1)},"data":${json}}`
}
