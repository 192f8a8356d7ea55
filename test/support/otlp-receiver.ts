import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A value as OTLP writes it (opentelemetry-proto, `AnyValue`). */
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
  /** The process that tells of it: its `service.instance.id`. */
  teller: unknown
  /** What that calls itself: its `service.name`. */
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

/** What attributes say, by their names. */
export const valuesOf = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A receiver of OTLP over HTTP, on the loopback interface, which reads JSON (OTLP specification, "OTLP/HTTP"). It notes what arrives. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly records: ReceivedRecord[] = []
  readonly metrics: ReceivedMetric[] = []
  /** Who told, as every request says. */
  readonly resources: Record<string, unknown>[] = []
  /** How everything arrived: where, and with which headers. */
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = []
  /** Everything that arrived, as it did. */
  readonly bodies: string[] = []
  /** What arrived in protobuf, as it did. */
  readonly encoded: { path: string; body: Buffer }[] = []
  /** How it answers. */
  status = 200
  /** Whether it does. */
  answers = true
  /** How many requests it has refused, and left without an answer. */
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

  /** The spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
