import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import { type Convention, conventionOf } from './metric-names.ts'

/** A metric as the registry returns it. */
interface Told {
  name: string
  help: string
  type: string
  values: readonly Value[]
}

interface Value {
  value: number
  labels: Partial<Record<string, string | number>>
  /** Name of the part of a histogram. */
  metricName?: string
}

/** The period that a count covers. */
interface Period {
  startTime: HrTime
  endTime: HrTime
}

/** Returns a producer of the metrics in the registry of `/metrics`, so that all numbers have one source. `scope` is the instrumentation scope. */
export function registryProducer(load: () => Promise<Registry>, scope: { name: string }): MetricProducer {
  const startTime = present()
  return {
    async collect() {
      const registry = await load()
      const told = (await registry.getMetricsAsJSON()) as unknown as Told[]
      const period = { startTime, endTime: present() }
      for (const metric of told) metric.values = metric.values.filter(({ value }) => Number.isFinite(value))
      const metrics = told.filter(({ values }) => values.length > 0).map((metric) => metricOf(metric, period))
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors: [] }
    },
  }
}

function present(): HrTime {
  const now = Date.now()
  return [Math.trunc(now / 1_000), (now % 1_000) * 1_000_000]
}

function metricOf({ name, help, type, values }: Told, period: Period): MetricData {
  const convention = conventionOf(name)
  const about = {
    descriptor: { name: convention.name, description: help, unit: convention.unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(values, convention, period) }
  const dataPoints = values.map(({ labels, value }) => ({
    ...period,
    attributes: attributesOf(labels, convention),
    value,
  }))
  const isMonotonic = type === 'counter'
  if (isMonotonic || convention.isSum) return { ...about, dataPointType: DataPointType.SUM, isMonotonic, dataPoints }
  return { ...about, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Returns a histogram for each set of labels. In the registry, each bucket counts those before it too. */
function histogramsOf(values: readonly Value[], convention: Convention, period: Period): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  return Array.from(series.values(), (parts) => {
    const ending = (end: string) => parts.filter(({ metricName }) => metricName?.endsWith(end))
    const buckets = ending('_bucket')
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite)
    const { le: _, ...labels } = buckets[0]!.labels
    const value = {
      buckets: { boundaries, counts },
      sum: ending('_sum')[0]?.value ?? 0,
      count: ending('_count')[0]?.value ?? 0,
    }
    return { ...period, attributes: attributesOf(labels, convention), value }
  })
}

function attributesOf(labels: Value['labels'], { labels: names = {}, attributes }: Convention): Attributes {
  const named = Object.entries(labels).map(([label, value]) => [names[label] ?? label, value])
  return { ...Object.fromEntries(named), ...attributes }
}
