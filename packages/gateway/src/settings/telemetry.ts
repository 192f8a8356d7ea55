import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import { wholeNumber } from './formats.ts'

/** Signals that are sent to a receiver of OpenTelemetry's protocol. */
export const SIGNALS = ['traces', 'metrics', 'logs'] as const

export type Signal = (typeof SIGNALS)[number]

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/** URL and protocol of the receiver of a signal. */
export interface ReceiverSettings {
  url: string
  protocol: (typeof PROTOCOLS)[number]
}

/** Size and timing of the batches that are sent. A missing member has the SDK's default. */
export interface BatchSettings {
  scheduledDelayMillis?: number
  exportTimeoutMillis?: number
  maxQueueSize?: number
  maxExportBatchSize?: number
}

/** The receivers of telemetry, and how much is sent to them. */
export interface TelemetrySettings {
  /** Receivers by signal. A signal without a receiver is not sent. */
  receivers: Partial<Record<Signal, ReceiverSettings>>
  /** Sampler that decides which traces are recorded, by its name in the specification. */
  sampler: { name: SamplerName; ratio: number }
  spans: BatchSettings
  records: BatchSettings
  /** Interval between reports of the metrics, and timeout of a report, in milliseconds. */
  metrics: { interval: number; timeout: number }
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

/** The schema of a variable, and the expected value in words. */
interface Format<Value> {
  schema: z.ZodType<Value, string>
  expected: string
}

const oneOf = <const Names extends readonly string[]>(names: Names): Format<Names[number]> => ({
  schema: z.enum(names),
  expected: `one of ${names.join(', ')}`,
})

const address: Format<string> = {
  schema: z.url({ protocol: /^https?$/ }),
  expected: 'an http or https address, such as http://localhost:4318',
}

const protocol = { ...oneOf(PROTOCOLS), expected: 'http/protobuf or http/json: grpc is not spoken here' }

const exporter = { ...oneOf(['otlp', 'none']), expected: 'otlp or none' }

const count: Format<number> = {
  schema: wholeNumber(1, 2_147_483_647),
  expected: 'a whole number from 1 on',
}

const ratio: Format<number> = {
  schema: z.coerce.number<string>().min(0).max(1),
  expected: 'a part of all traces, from 0 to 1',
}

const flag: Format<string> = {
  schema: z.string().regex(/^(?:true|false)$/i),
  expected: 'true or false',
}

const pairs: Format<string> = {
  schema: z.string().regex(/^\s*[^=,\s]+\s*=[^,=]*(?:,\s*[^=,\s]+\s*=[^,=]*)*,?\s*$/),
  expected: 'names and values, such as name=value,other=value, with %2C for a comma and %3D for an equals sign',
}

const file: Format<string> = {
  schema: z.string().refine((path) => {
    try {
      accessSync(path, constants.R_OK)
      return true
    } catch {
      return false
    }
  }),
  expected: 'the path of a file that this process may read',
}

/** Variables that the exporters read from the environment themselves, for all signals or one of them. */
const READ_BY_EXPORTERS = {
  HEADERS: pairs,
  TIMEOUT: count,
  COMPRESSION: { ...oneOf(['gzip', 'none']), expected: 'gzip or none' },
  CERTIFICATE: file,
  CLIENT_KEY: file,
  CLIENT_CERTIFICATE: file,
}

/** Variables that nothing here reads, or that can have one value only. */
const OTHERS: Record<string, Format<string>> = {
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: {
    schema: z.literal('cumulative'),
    expected: 'cumulative, which is how metrics are told here',
  },
}

const DEFAULT_ENDPOINT = 'http://localhost:4318'

/** Reads a variable. An empty one counts as absent. */
type Read = <Value>(name: string, format: Format<Value>) => Value | undefined

/**
 * Reads the settings of telemetry, from the variables that OpenTelemetry names ("Environment Variable Specification", "OTLP Exporter Configuration"). Returns
 * no settings when no variable asks for a receiver, or `OTEL_SDK_DISABLED` is true; other variables are not checked then. `faults` are sentences without the
 * values.
 */
export function readTelemetry(environment: NodeJS.ProcessEnv): {
  telemetry?: TelemetrySettings
  faults: readonly string[]
} {
  const faults = new Set<string>()
  const read: Read = (name, { schema, expected }) => {
    const text = environment[name]
    if (!text) return undefined
    const { data, success } = schema.safeParse(text)
    if (!success) faults.add(`${name} must be ${expected}.`)
    return data
  }
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return { faults: [] }
  const receivers = receiversBy(read)
  if (faults.size === 0 && Object.keys(receivers).length === 0) return { faults: [] }
  const telemetry = settingsOf(receivers, read)
  checkOthers(read)
  return faults.size > 0 ? { faults: [...faults] } : { telemetry, faults: [] }
}

/** Returns a receiver for each signal whose exporter or address is named, unless the exporter is turned off. */
function receiversBy(read: Read): TelemetrySettings['receivers'] {
  const common = read('OTEL_EXPORTER_OTLP_ENDPOINT', address)
  const commonProtocol = read('OTEL_EXPORTER_OTLP_PROTOCOL', protocol)
  const receivers = SIGNALS.map((signal) => {
    const name = signal.toUpperCase()
    const own = read(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`, address)
    const chosen = read(`OTEL_${name}_EXPORTER`, exporter)
    const base = common ?? (chosen === 'otlp' ? DEFAULT_ENDPOINT : undefined)
    const url = own ?? (base && `${base.replace(/\/?$/, '/')}v1/${signal}`)
    const spoken = read(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`, protocol) ?? commonProtocol ?? 'http/protobuf'
    return [signal, chosen === 'none' || url === undefined ? undefined : { url, protocol: spoken }] as const
  })
  return Object.fromEntries(receivers.filter(([, receiver]) => receiver))
}

function settingsOf(receivers: TelemetrySettings['receivers'], read: Read): TelemetrySettings {
  const interval = read('OTEL_METRIC_EXPORT_INTERVAL', count) ?? 60_000
  return {
    receivers,
    sampler: {
      name: read('OTEL_TRACES_SAMPLER', oneOf(SAMPLERS)) ?? 'parentbased_always_on',
      ratio: read('OTEL_TRACES_SAMPLER_ARG', ratio) ?? 1,
    },
    spans: batchBy(read, 'OTEL_BSP'),
    records: batchBy(read, 'OTEL_BLRP'),
    metrics: { interval, timeout: Math.min(interval, read('OTEL_METRIC_EXPORT_TIMEOUT', count) ?? 30_000) },
  }
}

function batchBy(read: Read, prefix: string): BatchSettings {
  const all = {
    scheduledDelayMillis: read(`${prefix}_SCHEDULE_DELAY`, count),
    exportTimeoutMillis: read(`${prefix}_EXPORT_TIMEOUT`, count),
    maxQueueSize: read(`${prefix}_MAX_QUEUE_SIZE`, count),
    maxExportBatchSize: read(`${prefix}_MAX_EXPORT_BATCH_SIZE`, count),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function checkOthers(read: Read): void {
  read('OTEL_SDK_DISABLED', flag)
  for (const [name, format] of Object.entries(OTHERS)) read(name, format)
  for (const [ending, format] of Object.entries(READ_BY_EXPORTERS))
    for (const signal of ['', ...SIGNALS.map((name) => `${name.toUpperCase()}_`)])
      read(`OTEL_EXPORTER_OTLP_${signal}${ending}`, format as Format<unknown>)
}
