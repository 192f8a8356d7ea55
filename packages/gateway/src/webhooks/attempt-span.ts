import { eventAttributes, type Tracing } from '@roster/core/server'
import { type Addressed, messageOf } from './message.ts'
import { type Reply, send, type SendOptions } from './send.ts'

/** What is sent to whom, and how often that has failed. */
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

/** The path of an endpoint's address may be its secret. */
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

/** The status, the code of an error of the connection, or that there was no answer. */
const reasonOf = ({ status, error }: Reply) =>
  status === null ? (/^E[A-Z_]+(?=:)/.exec(error ?? '')?.[0] ?? 'timeout') : String(status)
