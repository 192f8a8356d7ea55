import { startTraced, type TracedService } from '@roster/test/traced-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TracedService
beforeAll(async () => {
  service = await startTraced({ OTEL_EXPORTER_OTLP_PROTOCOL: '', LOG_LEVEL: 'info' })
})
afterAll(() => service.stop())

const TRACE = '0af7651916cd43dd8448eb211c80319c'

test('every signal is sent in protobuf unless JSON is asked for', async () => {
  await fetch(`${service.url}/v1/me`, {
    headers: { 'x-api-key': service.key, traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  })
  const trace = Buffer.from(TRACE, 'hex')
  const arrived = (path: string, ...parts: (string | Buffer)[]) =>
    service.receiver.encoded.some((sent) => sent.path === path && parts.every((part) => sent.body.includes(part)))
  await expect.poll(() => arrived('/v1/traces', trace, 'GET /v1/me')).toBe(true)
  await expect.poll(() => arrived('/v1/logs', trace, 'Answered')).toBe(true)
  await expect.poll(() => arrived('/v1/metrics', 'http.server.request.duration')).toBe(true)
})
