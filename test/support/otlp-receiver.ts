import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A value in OTLP's form (opentelemetry-proto, `AnyValue`). */
type AnyValue = { [kind: string]: unknown }

interface Attribute {
  key: string
  value: AnyValue
}

/** A span as it was received. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
  /** `service.instance.id` of the process that sent the span. */
  teller: unknown
  /** `service.name` of that process. */
  application: unknown
}

/** A record of the log as it was received. */
export interface ReceivedRecord {
  traceId?: string
  spanId?: string
  severityText: string
  body: { stringValue: string }
  attributes: Attribute[]
}

/** A metric as it was received. */
export interface ReceivedMetric {
  name: string
  unit: string
  [kind: string]: unknown
}

/** Returns the values of attributes, by name. */
export const valuesOf = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A receiver of OTLP over HTTP with JSON, on the loopback interface (OTLP specification, "OTLP/HTTP"). It stores all received data. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly records: ReceivedRecord[] = []
  readonly metrics: ReceivedMetric[] = []
  /** Attributes of the sending resource, for each request. */
  readonly resources: Record<string, unknown>[] = []
  /** Path and headers of each request. */
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = []
  /** Bodies of all requests, unparsed. */
  readonly bodies: string[] = []
  /** Requests in protobuf, unparsed. */
  readonly encoded: { path: string; body: Buffer }[] = []
  /** Status of the responses. */
  status = 200
  /** Whether the receiver responds at all. */
  answers = true
  /** Number of refused requests, and of requests without a response. */
  refused = 0
  unanswered = 0
  readonly #server = createServer((request, response) => void this.#take(request, response))

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url, headers } = request
    const sent = await buffer(request)
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    if (!this.answers) return void this.unanswered++
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
    if (this.status !== 200) return void this.refused++
    this.requests.push({ path: url!, headers })
    if (headers['content-type'] === 'application/x-protobuf') return void this.encoded.push({ path: url!, body })
    this.bodies.push(String(body))
    const { resourceSpans = [], resourceLogs = [], resourceMetrics = [] } = JSON.parse(String(body))
    for (const { resource, scopeSpans } of resourceSpans) this.#note(resource, this.spans, scopeSpans, 'spans')
    for (const { resource, scopeLogs } of resourceLogs) this.#note(resource, this.records, scopeLogs, 'logRecords')
    for (const { resource, scopeMetrics } of resourceMetrics)
      this.#note(resource, this.metrics, scopeMetrics, 'metrics')
  }

  #note(resource: { attributes: Attribute[] }, noted: object[], scopes: Record<string, object[]>[], what: string) {
    const values = valuesOf(resource.attributes)
    const teller = values['service.instance.id']
    this.resources.push(values)
    const about = { teller, application: values['service.name'] }
    for (const scope of scopes) for (const told of scope[what] ?? []) noted.push(Object.assign(told, about))
  }

  /** Returns the spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
