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

/** How long what is left is given to leave when the service stops, in milliseconds. */
const GRACE = 3_000

/** What a service tells a receiver of OpenTelemetry's protocol. */
export interface Telemetry {
  /** What traces are made with; undefined where none are told. */
  tracing: Tracing | undefined
  /** Where lines of the log go besides, and what they name of traces. */
  logOutlet: LogOutlet
  /** Makes a span of every request that a server is sent from now on. `procedures` are the names that come in paths. */
  traceRequests: (app: FastifyInstance, procedures: readonly string[]) => void
  /** Tells metrics of a registry from now on, which is loaded when they are first told. */
  tellMetrics(registry: () => Promise<Registry>): Promise<void>
  /** Reads metrics a last time, while what they tell of can still be asked. */
  readLastMetrics(): Promise<void>
  /** Sends what is left, as far as it can be within three seconds. */
  stop(): Promise<void>
}

/** What everything that is told goes through. */
interface Outlet {
  settings: TelemetrySettings
  /** Who tells. */
  resource: Resource
  report: (error: unknown) => void
}

/** Begins to tell of a service as its settings say. `report` is told of the first failure of an outage of the receiver. */
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

/** What tells metrics, and where it reads them. */
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

/** Who tells: the name of the application, unless the environment has another, and which process of it. */
function resourceOf(name: string): Resource {
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name }))
    .merge(detected)
}

/** Waits for something, but no longer than so many milliseconds. */
async function within(time: number, work: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  await Promise.race([work, over])
  clearTimeout(timer)
}
