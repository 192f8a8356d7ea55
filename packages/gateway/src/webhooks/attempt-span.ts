import { type EndpointLease, type Entry, eventAttributes, inSpan, type Tracing } from '@roster/core/server'
import type { Reply } from './send.ts'

/** What is sent to whom, and how often that has failed. */
interface Attempted {
  lease: Pick<EndpointLease, 'url' | 'endpointId'>
  entry: Pick<Entry, 'id' | 'event' | 'trace'>
  failures: number
}

/** Sends a request as a span of the event's trace (semantic conventions for HTTP client spans), where the event has one. */
export function inAttempt(
  tracing: Tracing | undefined,
  attempted: Attempted,
  send: (traceparent?: string) => Promise<Reply>,
): Promise<Reply> {
  const { trace } = attempted.entry
  if (trace === null) return send()
  const span = { name: 'POST', kind: 'client', attributes: attributesOf(attempted), parent: trace } as const
  return inSpan(tracing, span, async (open) => {
    const reply = await send(open?.traceparent)
    if (reply.status !== null) open?.set({ 'http.response.status_code': reply.status })
    if (reply.status === null || reply.status >= 400) open?.failAs(reasonOf(reply))
    return reply
  })
}

/** The path of an endpoint's address may be its secret. */
const attributesOf = ({ lease: { url, endpointId }, entry, failures }: Attempted) => ({
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
