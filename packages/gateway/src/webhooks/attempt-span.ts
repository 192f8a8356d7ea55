import { eventAttributes, type Tracing } from '@roster/core/server'
import { type Addressed, messageOf } from './message.ts'
import { type Reply, send, type SendOptions } from './send.ts'

/** A delivery to an endpoint, and the number of its failed attempts. */
export interface Attempted extends Addressed {
  endpointId: string
  failures: number
}

/** Sends a delivery as a span of the event's trace (semantic conventions for HTTP client spans). */
export function sendInSpan(
  tracing: Tracing,
  trace: string,
  attempted: Attempted,
  options: SendOptions,
): Promise<Reply> {
  const span = { name: 'POST', kind: 'client', attributes: attributesOf(attempted), parent: trace } as const
  return tracing.run(span, async (open) => {
    const reply = await send(messageOf({ ...attempted, traceparent: open.traceparent }), options)
    if (reply.status !== null) open.set({ 'http.response.status_code': reply.status })
    if (reply.status === null || reply.status >= 400) open.failAs(reasonOf(reply))
    return reply
  })
}

/** Returns the attributes of the span. The path of the URL is left out, since it may be a secret. */
const attributesOf = ({ url, endpointId, entry, failures }: Attempted) => ({
  'http.request.method': 'POST',
  'server.address': url.hostname,
  'server.port': portOf(url),
  'url.full': `${url.origin}/REDACTED`,
  ...(failures > 0 && { 'http.request.resend_count': failures }),
  ...eventAttributes(entry),
  'webhook.endpoint.id': endpointId,
})

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Returns the status, the code of a connection error, or `timeout`. */
const reasonOf = ({ status, error }: Reply) =>
  status === null ? (/^E[A-Z_]+(?=:)/.exec(error ?? '')?.[0] ?? 'timeout') : String(status)
