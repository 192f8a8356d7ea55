import { z } from 'zod'

/** What is told to a receiver of OpenTelemetry's protocol. */
export const SIGNALS = ['traces', 'metrics', 'logs'] as const

export type Signal = (typeof SIGNALS)[number]

/** How much is gathered before it is sent, and when; what is left out is as the SDK has it. */
export interface BatchSettings {
  scheduledDelayMillis?: number
  exportTimeoutMillis?: number
  maxQueueSize?: number
  maxExportBatchSize?: number
}

/** Where a service tells of itself, and how much. */
export interface TelemetrySettings {
  /** Addresses that signals are posted to, those that are told. */
  endpoints: Partial<Record<Signal, string>>
  /** Which traces are recorded, by the names of the specification. */
  sampler: { name: SamplerName; ratio: number }
  spans: BatchSettings
  records: BatchSettings
  /** Milliseconds from one report of the metrics to the next. */
  metricsInterval: number
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof SAMPLERS)[number]

const address = z.url({ protocol: /^https?$/ })
const exporter = z.enum(['otlp', 'none'])
const protocol = z.literal('http/json')
const count = z.coerce.number<string>().int().min(1).max(2_147_483_647)

/** The variables that are read here. Those for headers, time limits, compression and certificates are read by the exporters, resource attributes by the SDK. */
const schema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: address.optional(),
  OTEL_TRACES_EXPORTER: exporter.default('otlp'),
  OTEL_METRICS_EXPORTER: exporter.default('otlp'),
  OTEL_LOGS_EXPORTER: exporter.default('otlp'),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: protocol.optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: count.optional(),
  OTEL_BSP_EXPORT_TIMEOUT: count.optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: count.optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.optional(),
  OTEL_BLRP_SCHEDULE_DELAY: count.optional(),
  OTEL_BLRP_EXPORT_TIMEOUT: count.optional(),
  OTEL_BLRP_MAX_QUEUE_SIZE: count.optional(),
  OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: count.optional(),
  OTEL_METRIC_EXPORT_INTERVAL: count.default(60_000),
})

type Variables = z.output<typeof schema>
type Variable = keyof Variables

/** What the variables of a kind expect, by how their names end. */
const EXPECTED: readonly [ending: string, expected: string][] = [
  ['_ENDPOINT', 'an http or https address, such as http://localhost:4318'],
  ['_EXPORTER', 'otlp or none'],
  ['_PROTOCOL', 'http/json, the encoding of OTLP that this service speaks'],
  ['_SAMPLER', `one of ${SAMPLERS.join(', ')}`],
  ['_ARG', 'a part of all traces, from 0 to 1'],
  ['', 'a whole number from 1 on'],
]

/**
 * Reads where a service tells of itself, by the variables that OpenTelemetry gives names to ("Environment Variable Specification", "OTLP Exporter Configuration"). There are no
 * settings where none of them names a receiver, or `OTEL_SDK_DISABLED` is true. `faults` are sentences without the values. An empty variable counts as absent.
 */
export function readTelemetry(environment: NodeJS.ProcessEnv): {
  telemetry?: TelemetrySettings
  faults: readonly string[]
} {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, environment[name] || undefined]))
  const isNamed = Object.entries(given).some(([name, value]) => name.endsWith('_ENDPOINT') && value !== undefined)
  if (!isNamed || environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return { faults: [] }
  const { data, error } = schema.safeParse(given)
  if (!data) return { faults: [...new Set(error.issues.map(({ path: [name] }) => faultOf(name as Variable)))] }
  const telemetry = settingsOf(data)
  return Object.keys(telemetry.endpoints).length > 0 ? { telemetry, faults: [] } : { faults: [] }
}

function faultOf(name: Variable): string {
  const [, expected] = EXPECTED.find(([ending]) => name.endsWith(ending))!
  return `${name} must be ${expected}.`
}

function settingsOf(variables: Variables): TelemetrySettings {
  const endpoints = SIGNALS.map((signal) => [signal, endpointOf(signal, variables)] as const)
  return {
    endpoints: Object.fromEntries(endpoints.filter(([, endpoint]) => endpoint !== undefined)),
    sampler: { name: variables.OTEL_TRACES_SAMPLER, ratio: variables.OTEL_TRACES_SAMPLER_ARG },
    spans: batchOf('OTEL_BSP', variables),
    records: batchOf('OTEL_BLRP', variables),
    metricsInterval: variables.OTEL_METRIC_EXPORT_INTERVAL,
  }
}

/** The address of a signal as it is, or that of all of them with the signal's own path. */
function endpointOf(signal: Signal, variables: Variables): string | undefined {
  const name = signal.toUpperCase() as Uppercase<Signal>
  if (variables[`OTEL_${name}_EXPORTER`] === 'none') return undefined
  const common = variables.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  return variables[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] ?? (common && `${common}/v1/${signal}`)
}

function batchOf(prefix: 'OTEL_BSP' | 'OTEL_BLRP', variables: Variables): BatchSettings {
  const all = {
    scheduledDelayMillis: variables[`${prefix}_SCHEDULE_DELAY`],
    exportTimeoutMillis: variables[`${prefix}_EXPORT_TIMEOUT`],
    maxQueueSize: variables[`${prefix}_MAX_QUEUE_SIZE`],
    maxExportBatchSize: variables[`${prefix}_MAX_EXPORT_BATCH_SIZE`],
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
