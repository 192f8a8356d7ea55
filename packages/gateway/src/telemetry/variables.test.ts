import { OtlpReceiver } from '@roster/test/otlp-receiver'
import { PATIENCE } from '@roster/test/patience'
import { startTraced, type TracedService } from '@roster/test/traced-service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** What of the environment is read by what sends, and not by the settings. */
const ENVIRONMENT = {
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=ours',
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'x-tenant=of-logs',
  OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  OTEL_SERVICE_NAME: 'people',
  OTEL_RESOURCE_ATTRIBUTES: 'service.name=nobody,deployment.environment.name=test%2Ceu',
}

let service: TracedService
let ofTraces: OtlpReceiver
beforeAll(async () => {
  for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value)
  ofTraces = await OtlpReceiver.start()
  service = await startTraced({
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ofTraces.url}/in`,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  for (const traceId of [LEFT_OUT, RECORDED])
    await fetch(`${service.url}/v1/me`, {
      headers: { 'x-api-key': service.key, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    })
  const { records, metrics } = service.receiver
  const isTold = () => ofTraces.trace(RECORDED).length > 1 && records.length > 0 && metrics.length > 0
  await vi.waitUntil(isTold, { timeout: PATIENCE, interval: 10 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
  await ofTraces.stop()
})

/** Of all identifiers, one in the upper half, and one in the lower. */
const [LEFT_OUT, RECORDED] = [`ffffffff${'1'.padStart(24, '0')}`, '1'.padStart(32, '0')]

test('a signal goes to its own address as it is, and the others below that of all', () => {
  const pathsAt = (receiver: OtlpReceiver) => new Set(receiver.requests.map(({ path }) => path))
  expect(pathsAt(ofTraces)).toEqual(new Set(['/in']))
  expect(pathsAt(service.receiver)).toEqual(new Set(['/v1/logs', '/v1/metrics']))
})

test('headers are those of all signals, unless one has its own', () => {
  const headersAt = (path: string) => {
    const { headers } = [...ofTraces.requests, ...service.receiver.requests].find((sent) => sent.path === path)!
    const { authorization, 'x-tenant': tenant, 'content-encoding': encoding } = headers
    return { authorization, tenant, encoding }
  }
  const ofAll = { authorization: 'Bearer abc', tenant: 'ours', encoding: 'gzip' }
  expect(headersAt('/in')).toEqual(ofAll)
  expect(headersAt('/v1/metrics')).toEqual(ofAll)
  expect(headersAt('/v1/logs')).toEqual({ ...ofAll, tenant: 'of-logs' })
})

test('who tells is called as the environment says, in every signal', () => {
  for (const resource of [...ofTraces.resources, ...service.receiver.resources])
    expect(resource).toMatchObject({ 'service.name': 'people', 'deployment.environment.name': 'test,eu' })
})

test('of all traces the part is recorded that is asked for, whatever the caller wants', () => {
  expect(ofTraces.trace(LEFT_OUT)).toEqual([])
})
