import type { SentRequest } from './observer.ts'

/** The part of an OpenTelemetry tracer that the client uses: `trace.getTracer('my-app')` of `@opentelemetry/api` fits. */
export interface Tracer {
  startSpan(name: string, options: { kind: number; attributes: Record<string, string | number> }): TracedSpan
}

/** The part of an OpenTelemetry span that the client uses. */
export interface TracedSpan {
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** Numbers of `@opentelemetry/api`: `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const CLIENT = 2
const ERROR = 2

/**
 * Runs an attempt in a span (semantic conventions for HTTP client spans), and sends the span's identifiers to the service in `traceparent` (W3C Trace Context,
 * section 3.2).
 */
export async function traced<T>(
  tracer: Tracer,
  request: SentRequest,
  attempt: (answered: (status: number) => void) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(`${request.method} ${request.route}`, {
    kind: CLIENT,
    attributes: attributesOf(request),
  })
  request.headers.set('traceparent', traceparentOf(span))
  let status: number | undefined
  const answered = (code: number) => {
    status = code
    span.setAttribute('http.response.status_code', code)
  }
  try {
    return await attempt(answered)
  } catch (error) {
    span.setAttribute('error.type', status === undefined || status < 400 ? (error as Error).name : String(status))
    span.setStatus({ code: ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Returns the span attributes of a request. Queries may hold personal data and are left out. */
function attributesOf({ method, url, route, attempt }: SentRequest): Record<string, string | number> {
  const { origin, pathname, hostname, port, protocol } = new URL(url)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return {
    'http.request.method': method,
    'url.full': origin + pathname,
    'url.template': route,
    'server.address': hostname,
    'server.port': Number(port) || defaultPort,
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  }
}

function traceparentOf(span: TracedSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
