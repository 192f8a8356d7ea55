import { startTraced, type TracedService } from '@roster/test/traced-service'
import { freePort } from '@roster/test/raw-requests'
import { afterEach, describe, expect, test, vi } from 'vitest'

let service: TracedService
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

/** In milliseconds: longer than any test takes. */
const HOUR = '3600000'

describe('where the receiver', () => {
  test('is away from the beginning, requests are answered and the service stops in time', async () => {
    service = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
    for (let nth = 0; nth < 20; nth++) await service.roster.me.get()
    await service.app.close()
    expect(service.app.server.listening).toBe(false)
  })

  test('takes everything and never answers, requests are answered and the service stops in time', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', HOUR)
    service = await startTraced({ OTEL_BSP_EXPORT_TIMEOUT: HOUR, OTEL_BLRP_EXPORT_TIMEOUT: HOUR })
    service.receiver.answers = false
    for (let nth = 0; nth < 20; nth++) await service.roster.me.get()
    await expect.poll(() => service.receiver.unanswered).toBeGreaterThan(0)
    for (let nth = 0; nth < 20; nth++) await service.roster.me.get()
    await service.app.close()
    expect(service.app.server.listening).toBe(false)
  })

  test('refuses for a while, telling goes on afterwards', async () => {
    service = await startTraced()
    service.receiver.status = 400
    await service.roster.me.get()
    await expect.poll(() => service.receiver.refused).toBeGreaterThan(0)
    service.receiver.status = 200
    await service.roster.me.get()
    await expect.poll(() => service.receiver.spans.length).toBeGreaterThan(0)
  })
})

test('a service that stops tells its metrics a last time, with what the database knows', async () => {
  service = await startTraced({ OTEL_METRIC_EXPORT_INTERVAL: HOUR })
  await service.roster.me.get()
  expect(service.receiver.metrics).toEqual([])
  await service.app.close()
  const { metrics } = service.receiver
  const last = (named: string) => metrics.filter(({ name }) => name === named).map(({ gauge }) => gauge)
  expect(last('db_answers')).toMatchObject([{ dataPoints: [{ asDouble: 1 }] }])
  expect(last('event_log_lag_seconds')).toMatchObject([{ dataPoints: [{ asDouble: expect.any(Number) }] }])
})
