import type { FastifyInstance } from 'fastify'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from '@roster/core/server'
import type { Registry } from 'prom-client'
import type { LogOutlet } from '../logs/logger.ts'
import type { Site } from '../naming/site.ts'
import type { TelemetrySettings } from '../settings/telemetry.ts'
import { recordStream } from './log-records.ts'
import { registryProducer } from './registry-metrics.ts'
import { reporting } from './reporting.ts'
import { traceRequests } from './requests.ts'
import { samplerOf } from './sampler.ts'
import { SpanTracing } from './span-tracing.ts'

/** How long what is left is given to leave when the service stops, in milliseconds. */
const GRACE = 3_000

/** What a service tells a receiver of OpenTelemetry's protocol. */
export interface Telemetry {
  /** What traces are made with; undefined where none are told. */
  tracing: Tracing | undefined
  /** Where lines of the log go besides; undefined where they are not told. */
  logOutlet: LogOutlet
  /** Makes a span of every request that a server is sent from now on. */
  traceRequests: (app: FastifyInstance) => void
  /** Tells metrics of a registry from now on, which is loaded when they are first told. */
  tellMetrics(registry: () => Promise<Registry>): void
  /** Sends what is left, as far as it can be within three seconds. */
  stop(): Promise<void>
}

interface Provider {
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/** Begins to tell of a service as its settings say. `report` is told of the first failure of an outage of the receiver. */
export function startTelemetry(
  settings: TelemetrySettings,
  { naming, baseUrl }: Site,
  report: (error: unknown) => void,
): Telemetry {
  const resource = resourceOf(naming.slug)
  const scope = { name: '@roster/gateway' }
  const { traces, metrics, logs } = settings.endpoints
  const tracers = traces === undefined ? undefined : tracersOf(settings, traces, resource, report)
  const tracing = tracers && new SpanTracing(tracers.getTracer(scope.name))
  const loggers = logs === undefined ? undefined : loggersOf(settings, logs, resource, report)
  const providers: (Provider | undefined)[] = [tracers, loggers]
  return {
    tracing,
    logOutlet: {
      ...(tracing && { mixin: () => tracing.logged() }),
      ...(loggers && { stream: recordStream(loggers.getLogger(scope.name)) }),
    },
    traceRequests: (app) => tracing && traceRequests(app, tracing, baseUrl),
    tellMetrics(registry) {
      if (metrics === undefined) return
      const exporter = reporting(new OTLPMetricExporter({ url: metrics }), report)
      const metricProducers = [registryProducer(registry, scope)]
      const reader = new PeriodicExportingMetricReader({
        exporter,
        metricProducers,
        exportIntervalMillis: settings.metricsInterval,
        exportTimeoutMillis: Math.min(settings.metricsInterval, 30_000),
      })
      providers.push(new MeterProvider({ resource, readers: [reader] }))
    },
    stop: () => stopAll(providers),
  }
}

function tracersOf({ sampler, spans }: TelemetrySettings, url: string, resource: Resource, report: Report) {
  const exporter = reporting(new OTLPTraceExporter({ url }), report)
  return new TracerProvider({
    resource,
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...spans })],
  })
}

function loggersOf({ records }: TelemetrySettings, url: string, resource: Resource, report: Report) {
  const exporter = reporting(new OTLPLogExporter({ url }), report)
  return new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter, ...records })] })
}

type Report = (error: unknown) => void

/** Who tells: the name of the application, unless the environment has another, and which process of it. */
function resourceOf(name: string): Resource {
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name }))
    .merge(detected)
}

async function stopAll(providers: readonly (Provider | undefined)[]): Promise<void> {
  const left = Promise.allSettled(providers.map((provider) => provider?.shutdown()))
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, GRACE)
  await Promise.race([left, over])
  clearTimeout(timer)
}
