import { SITE } from '@roster/test/service'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { readTelemetry } from './telemetry.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const endpointsOf = (environment: Record<string, string>) => readTelemetry(environment).telemetry?.endpoints

describe('a service tells', () => {
  test('nothing where no receiver is named', () => {
    expect(readTelemetry({ OTEL_SERVICE_NAME: 'roster', OTEL_TRACES_SAMPLER: 'nonsense' })).toEqual({ faults: [] })
  })

  test('all signals to one receiver', () => {
    expect(endpointsOf(ENDPOINT)).toEqual({
      traces: 'http://collector:4318/v1/traces',
      metrics: 'http://collector:4318/v1/metrics',
      logs: 'http://collector:4318/v1/logs',
    })
  })

  test('a signal to an address of its own, as it is', () => {
    expect(endpointsOf({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs/in' })).toEqual({ logs: 'https://logs/in' })
  })

  test('no signal that is turned off', () => {
    expect(endpointsOf({ ...ENDPOINT, OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' })).toEqual({
      traces: 'http://collector:4318/v1/traces',
    })
  })

  test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }])('nothing with %j', (environment) => {
    expect(readTelemetry({ ...ENDPOINT, ...environment }).telemetry).toBeUndefined()
  })
})

test('what cannot be used is named with what is expected, and without its value', () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '1%',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
  }
  expect(readTelemetry(environment)).toEqual({
    faults: [
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://localhost:4318.',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the encoding of OTLP that this service speaks.',
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.',
      'OTEL_TRACES_SAMPLER_ARG must be a part of all traces, from 0 to 1.',
      'OTEL_BSP_SCHEDULE_DELAY must be a whole number from 1 on.',
    ],
  })
  expect(() => readSettings(SITE.naming, environment)).toThrow(/OTEL_TRACES_SAMPLER must be one of/)
})
