import type { FastifyInstance } from 'fastify'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { MeterProvider, type MetricProducer, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from '@roster/core/server'
import type { Registry } from 'prom-client'
import type { LogOutlet } from '../logs/logger.ts'
import type { Site } from '../naming/site.ts'
import type { TelemetrySettings } from '../settings/telemetry.ts'
import { logExporterTo, metricExporterTo, spanExporterTo } from './exporters.ts'
import { recordStream } from './log-records.ts'
import { registryProducer } from './registry-metrics.ts'
import { reporting } from './reporting.ts'
import { traceRequests } from './requests.ts'
import { samplerOf } from './sampler.ts'
import { SpanTracing } from './span-tracing.ts'
import { ToldPaths } from './told-paths.ts'

/** How long the remaining data may take to be sent when the service stops, in milliseconds. */
const GRACE = 3_000

/** The signals that a service sends to a receiver of OpenTelemetry's protocol. */
export interface Telemetry {
  /** Makes traces; undefined when none are sent. */
  tracing: Tracing | undefined
  /** Second destination of log lines, and the members that name the trace in each line. */
  logOutlet: LogOutlet
  /** Traces every request to a server from now on. `procedures` are the names of procedures that occur in paths. */
  traceRequests: (app: FastifyInstance, procedures: readonly string[]) => void
  /** Sends the metrics of a registry from now on. The registry is loaded when they are first sent. */
  tellMetrics(registry: () => Promise<Registry>): Promise<void>
  /** Reads the metrics a last time, while their sources can still answer. */
  readLastMetrics(): Promise<void>
  /** Sends the remaining data, within three seconds at most. */
  stop(): Promise<void>
}

/** The parts that all signals share. */
interface Outlet {
  settings: TelemetrySettings
  /** The resource that sends the signals. */
  resource: Resource
  report: (error: unknown) => void
}

/** Starts sending the signals of a service as its settings say. `report` is called with the first failure of an outage of the receiver. */
export async function startTelemetry(
  settings: TelemetrySettings,
  { naming, baseUrl }: Site,
  report: (error: unknown) => void,
): Promise<Telemetry> {
  const outlet = { settings, resource: resourceOf(naming.slug), report }
  const scope = { name: '@roster/gateway' }
  const paths = new ToldPaths()
  const tracers = await tracersOf(outlet)
  const loggers = await loggersOf(outlet)
  const tracing = tracers && new SpanTracing(tracers.getTracer(scope.name))
  let metering: Metering | undefined
  let lastMetrics: Promise<void> | undefined
  return {
    tracing,
    logOutlet: {
      ...(tracing && { mixin: () => tracing.logged() }),
      ...(loggers && { stream: recordStream(loggers.getLogger(scope.name), paths) }),
    },
    traceRequests(app, procedures) {
      app.addHook('onRoute', ({ url }) => paths.learnRoute(url))
      paths.learnNames(procedures)
      if (tracing) traceRequests(app, { tracing, paths, baseUrl })
    },
    async tellMetrics(registry) {
      metering = await meteringOf(outlet, registryProducer(registry, scope))
    },
    async readLastMetrics() {
      if (!metering) return
      const read = nextReadingOf(metering.producer)
      lastMetrics = metering.meters.shutdown().catch(() => {})
      await within(GRACE, read)
    },
    stop: () => within(GRACE, Promise.allSettled([tracers?.shutdown(), loggers?.shutdown(), lastMetrics])),
  }
}

async function tracersOf({ settings, resource, report }: Outlet): Promise<TracerProvider | undefined> {
  const { receivers, sampler, spans } = settings
  if (!receivers.traces) return undefined
  const exporter = reporting(await spanExporterTo(receivers.traces), report)
  return new TracerProvider({
    resource,
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...spans })],
  })
}

async function loggersOf({ settings, resource, report }: Outlet): Promise<LoggerProvider | undefined> {
  const { receivers, records } = settings
  if (!receivers.logs) return undefined
  const exporter = reporting(await logExporterTo(receivers.logs), report)
  return new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter, ...records })] })
}

/** The provider that sends metrics, and the producer that it reads. */
interface Metering {
  meters: MeterProvider
  producer: MetricProducer
}

async function meteringOf(
  { settings, resource, report }: Outlet,
  producer: MetricProducer,
): Promise<Metering | undefined> {
  const { receivers, metrics } = settings
  if (!receivers.metrics) return undefined
  const reader = new PeriodicExportingMetricReader({
    exporter: reporting(await metricExporterTo(receivers.metrics), report),
    metricProducers: [producer],
    exportIntervalMillis: metrics.interval,
    exportTimeoutMillis: metrics.timeout,
  })
  return { meters: new MeterProvider({ resource, readers: [reader] }), producer }
}

/** Resolves when metrics have been read once more. */
function nextReadingOf(producer: MetricProducer): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const collect = producer.collect.bind(producer)
  producer.collect = (options) => collect(options).finally(resolve)
  return promise
}

/** Returns the resource: the name of the application, unless the environment has another, and an identifier of the process. */
function resourceOf(name: string): Resource {
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name }))
    .merge(detected)
}

/** Waits for a promise, but no longer than `time` milliseconds. */
async function within(time: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  await Promise.race([work, over])
  clearTimeout(timer)
}
