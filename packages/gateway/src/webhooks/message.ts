import type { Entry } from '@roster/core/server'
import type { Message } from './send.ts'
import { signatureHeaders } from './signature.ts'

export interface Addressed {
  /** Who sends it: `User-Agent`. */
  userAgent: string
  url: URL
  /** What signs. */
  keys: readonly Uint8Array[]
  entry: Entry
  /** When it is sent, in milliseconds since the epoch. */
  time: number
  /** The attempt, as part of a trace. Default: it is part of none. */
  traceparent?: string | undefined
}

/** A delivery as it is sent: the same bytes at every attempt, and signatures of this one. */
export function messageOf({ userAgent, url, keys, entry, time, traceparent }: Addressed): Message {
  const body = bodyOf(entry)
  const signed = signatureHeaders({ id: entry.id, time, body }, keys)
  const trace = traceparent === undefined ? {} : { traceparent }
  return { url, headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...trace, ...signed }, body }
}

/** Made once for all endpoints, as long as the entry is in memory. */
const bodies = new WeakMap<Entry, Buffer>()

function bodyOf(entry: Entry): Buffer {
  const body = bodies.get(entry) ?? Buffer.from(textOf(entry))
  bodies.set(entry, body)
  return body
}

/** `data` goes out as it was written. */
function textOf({ event, id, cursor, created_at, api_version, actor, json }: Entry): string {
  const head = JSON.stringify({ event, id, cursor, created_at, api_version, actor })
  return `${head.slice(0, -1)},"data":${json}}`
}
