import { writeFile } from 'node:fs/promises'
import { ROOT_CONTEXT, SpanKind, trace, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { Roster } from '@roster/sdk'
import { valuesOf } from '@roster/test/otlp-receiver'
import { Stream, until } from '@roster/test/realtime'
import { type Answerer, Receiver } from '@roster/test/receiver'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { pictureOf } from '@roster/test/trace-picture'
import { outlineOf, treeOf } from '@roster/test/trace-tree'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTraceparent } from '../http/trace-context.ts'

let service: TracedService
let hook: Receiver
beforeAll(async () => {
  service = await startTraced()
  hook = await Receiver.start(takingIn(tracerOf('their-app')))
  await service.roster.webhookEndpoints.create({ url: hook.url, events: ['user.created'] })
})
afterAll(async () => {
  await service.stop()
  await hook.stop()
})

/** What an application tells the same receiver with. */
const tracerOf = (application: string): Tracer =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': application }),
    spanProcessors: [
      new SimpleSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${service.receiver.url}/v1/traces` }) }),
    ],
  }).getTracer(application)

/** Takes a webhook as a span of the trace that it is sent with. */
function takingIn(tracer: Tracer): Answerer {
  return (response, _nth, { headers }) => {
    const { traceId, spanId } = parseTraceparent(headers['traceparent']!)!
    const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true })
    const span = tracer.startSpan('POST /hook', { kind: SpanKind.SERVER }, parent)
    response.writeHead(204).end(() => span.end())
  }
}

test('one trace goes from a call of the client to the last stream, and to the receiver of the webhook, that is told of it', async () => {
  const roster = new Roster({ baseUrl: service.url, apiKey: service.key, tracer: tracerOf('my-app') })
  const stream = await Stream.open(`${service.url}/events`, { 'x-api-key': service.key })
  await roster.users.create({ name: 'Barbara', email: 'barbara@example.com', role: 'viewer' })
  const call = await until(() => service.receiver.spans.find(({ application }) => application === 'my-app'))
  await stream.received(1)
  stream.close()
  await service.trace(call.traceId, 'POST', 'place user.created', 'send user.created', 'POST /hook')
  await until(() => service.receiver.trace(call.traceId).find(({ attributes }) => 'http.route' in valuesOf(attributes)))
  const [tree, ...others] = treeOf(service.receiver.trace(call.traceId))
  expect(others).toEqual([])
  expect({ ...tree, children: outlineOf(tree!.children!) }).toEqual({
    span: 'client POST /v1/users',
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 201,
      'server.address': 'localhost',
      'server.port': 'a number',
      'url.full': 'http://localhost:…/v1/users',
      'url.template': '/v1/users',
    },
    children: [
      'server POST /v1/users',
      // The client sends an idempotency key with every write.
      '  client BEGIN',
      '  client COMMIT',
      '  client INSERT idempotency_keys',
      '  client SAVEPOINT',
      '  client SELECT',
      '  client SELECT api_keys accounts',
      '  client SELECT idempotency_keys',
      '  internal users.create',
      '    client INSERT users events',
      '    producer create user.created',
      '      client POST',
      '        server POST /hook',
      '      internal place user.created',
      '      producer send user.created',
    ],
  })
  if (process.env['ROSTER_SCREENSHOTS'] !== 'on') return
  const title = 'roster.users.create(…): from your application to the receiver of a webhook'
  const applications = { caller: 'my-app', receiver: 'their-app' }
  await writeFile(PICTURE, pictureOf(service.receiver.trace(call.traceId), title, applications))
})

const PICTURE = new URL('../../../../docs/trace.svg', import.meta.url)
