import type { SentRequest } from './observer.ts'

/** `trace.getTracer('my-app')` of `@opentelemetry/api`, or whatever has its shape. */
export interface Tracer {
  startSpan(name: string, options: { kind: number; attributes: Record<string, string | number> }): TracedSpan
}

/** A span of such a tracer. */
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
 * Makes an attempt a span (semantic conventions for HTTP client spans), and names it to the service by `traceparent` (W3C Trace Context, section 3.2).
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

/** What is asked of whom. Queries may tell of people, and are left out. */
function attributesOf({ method, url, route, attempt }: SentRequest): Record<string, string | number> {
  const { origin, pathname, hostname, port, protocol } = new URL(url)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return {
    'http.request.method': method,
    'url.full': origin + pathname,
    'url.template': route,
    'server.address': hostname,
    'server.port': port === '' ? defaultPort : Number(port),
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  }
}

function traceparentOf(span: TracedSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
