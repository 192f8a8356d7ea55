import type { LogRecordExporter } from '@opentelemetry/sdk-logs'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { ReceiverSettings } from '../settings/telemetry.ts'

/** Returns an exporter of spans to a receiver. Headers, time limits, compression and certificates are those of the environment. */
export async function spanExporterTo({ url, protocol }: ReceiverSettings): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  return new OTLPTraceExporter({ url })
}

/** Returns an exporter of metrics, like `spanExporterTo`. */
export async function metricExporterTo({ url, protocol }: ReceiverSettings): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'))
  return new OTLPMetricExporter({ url })
}

/** Returns an exporter of log records, like `spanExporterTo`. */
export async function logExporterTo({ url, protocol }: ReceiverSettings): Promise<LogRecordExporter> {
  const { OTLPLogExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-logs-otlp-http')
    : import('@opentelemetry/exporter-logs-otlp-proto'))
  return new OTLPLogExporter({ url })
}
