import type { Entry } from '@roster/core/server'
import type { Message } from './send.ts'
import { signatureHeaders } from './signature.ts'

export interface Addressed {
  /** Value of the `User-Agent` header. */
  userAgent: string
  url: URL
  /** Keys that sign the message. */
  keys: readonly Uint8Array[]
  entry: Entry
  /** Time of sending, in milliseconds since the epoch. */
  time: number
  /** Trace context of the attempt. Default: the attempt is part of no trace. */
  traceparent?: string | undefined
}

/** Returns the request of an attempt. Its body is the same at every attempt; its signatures are of this attempt. */
export function messageOf({ userAgent, url, keys, entry, time, traceparent }: Addressed): Message {
  const body = bodyOf(entry)
  const signed = signatureHeaders({ id: entry.id, time, body }, keys)
  const trace = traceparent === undefined ? {} : { traceparent }
  return { url, headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...trace, ...signed }, body }
}

/** Bodies by entry, shared by all endpoints while the entry is in memory. */
const bodies = new WeakMap<Entry, Buffer>()

function bodyOf(entry: Entry): Buffer {
  const body = bodies.get(entry) ?? Buffer.from(textOf(entry))
  bodies.set(entry, body)
  return body
}

/** Returns the body as text. `data` is sent as it was written. */
function textOf({ event, id, cursor, created_at, api_version, actor, json }: Entry): string {
  const head = JSON.stringify({ event, id, cursor, created_at, api_version, actor })
  return `${head.slice(0, -1)},"data":${json}}`
}
