import { SITE } from '@roster/test/service'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { readTelemetry } from './telemetry.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const receiversOf = (environment: Record<string, string>) => readTelemetry(environment).telemetry?.receivers
const at = (url: string, protocol = 'http/protobuf') => ({ url, protocol })

describe('a service tells', () => {
  test('nothing where no receiver is named, whatever else is', () => {
    const environment = { OTEL_SERVICE_NAME: 'roster', OTEL_TRACES_SAMPLER: 'nonsense', OTEL_TRACES_EXPORTER: 'none' }
    expect(readTelemetry(environment)).toEqual({ faults: [] })
  })

  test('all signals to one receiver', () => {
    expect(receiversOf(ENDPOINT)).toEqual({
      traces: at('http://collector:4318/v1/traces'),
      metrics: at('http://collector:4318/v1/metrics'),
      logs: at('http://collector:4318/v1/logs'),
    })
  })

  test('a signal to an address of its own, as it is, and in a protocol of its own', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs/in',
      OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json',
    }
    expect(receiversOf(environment)).toEqual({ logs: at('https://logs/in', 'http/json') })
  })

  test('a signal whose exporter is asked for to this machine', () => {
    expect(receiversOf({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual({ traces: at('http://localhost:4318/v1/traces') })
  })

  test('no signal that is turned off', () => {
    expect(receiversOf({ ...ENDPOINT, OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' })).toEqual({
      traces: at('http://collector:4318/v1/traces'),
    })
  })

  test.each([{ OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }])('nothing with %j', (environment) => {
    expect(readTelemetry({ ...ENDPOINT, ...environment })).toEqual({ faults: [] })
  })
})

test('what is left out is as the specification has it', () => {
  expect(readTelemetry(ENDPOINT).telemetry).toMatchObject({
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    spans: {},
    records: {},
    metrics: { interval: 60_000, timeout: 30_000 },
  })
})

test('what is said of spans and of log records is told apart, as are size and number, and a report takes no longer than until the next', () => {
  const environment = {
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/protobuf',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_BSP_EXPORT_TIMEOUT: '2',
    OTEL_BSP_MAX_QUEUE_SIZE: '3',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
    OTEL_BLRP_SCHEDULE_DELAY: '5',
    OTEL_BLRP_EXPORT_TIMEOUT: '6',
    OTEL_BLRP_MAX_QUEUE_SIZE: '7',
    OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: '8',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_METRIC_EXPORT_TIMEOUT: '2000',
  }
  expect(readTelemetry(environment).telemetry).toEqual({
    receivers: {
      traces: at('http://collector:4318/v1/traces', 'http/json'),
      metrics: at('http://collector:4318/v1/metrics', 'http/json'),
      logs: at('http://collector:4318/v1/logs', 'http/protobuf'),
    },
    sampler: { name: 'traceidratio', ratio: 0.25 },
    spans: { scheduledDelayMillis: 1, exportTimeoutMillis: 2, maxQueueSize: 3, maxExportBatchSize: 4 },
    records: { scheduledDelayMillis: 5, exportTimeoutMillis: 6, maxQueueSize: 7, maxExportBatchSize: 8 },
    metrics: { interval: 1_000, timeout: 1_000 },
  })
})

const number = 'a whole number from 1 on'
const pairs = 'names and values, such as name=value,other=value, with %2C for a comma and %3D for an equals sign'

/** A value that each variable cannot have, and what is said then. */
const FAULTS: readonly [variable: string, value: string, expected: string][] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', 'an http or https address, such as http://localhost:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf or http/json: grpc is not spoken here'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'otlp or none'],
  [
    'OTEL_TRACES_SAMPLER',
    'sometimes',
    'one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '1%', 'a part of all traces, from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'a part of all traces, from 0 to 1'],
  ['OTEL_BSP_SCHEDULE_DELAY', 'soon', number],
  ['OTEL_BLRP_MAX_QUEUE_SIZE', '0', number],
  ['OTEL_METRIC_EXPORT_INTERVAL', '1.5', number],
  ['OTEL_SDK_DISABLED', 'yes', 'true or false'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment', pairs],
  ['OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE', 'delta', 'cumulative, which is how metrics are told here'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer s3cret', pairs],
  ['OTEL_EXPORTER_OTLP_LOGS_TIMEOUT', '-1', number],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zip', 'gzip or none'],
  ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/nowhere/ca.pem', 'the path of a file that this process may read'],
]

test.each(FAULTS)('%s=%s is named with what is expected', (variable, value, expected) => {
  expect(readTelemetry({ ...ENDPOINT, [variable]: value })).toEqual({ faults: [`${variable} must be ${expected}.`] })
})

test('what is wrong is told with the other settings, and without its value', () => {
  const environment = { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer s3cret', OTEL_BSP_SCHEDULE_DELAY: 'soon' }
  expect(() => readSettings(SITE.naming, environment)).toThrow(
    /OTEL_BSP_SCHEDULE_DELAY must be[^]*OTEL_EXPORTER_OTLP_HEADERS/,
  )
  expect(() => readSettings(SITE.naming, environment)).not.toThrow(/s3cret/)
})

test.each(['authorization=Bearer%20abc', 'a=b,c=d', 'a=b, c=,'])('the headers %s are taken', (headers) => {
  expect(readTelemetry({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers }).faults).toEqual([])
})
