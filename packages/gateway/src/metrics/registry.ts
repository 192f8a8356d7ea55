import { type Aggregator, collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { ReadCounts } from '@roster/core/server'
import type { RealtimeCounters } from '../connections/counters.ts'
import { BUCKETS, type Durations, type Series } from './durations.ts'
import type { MetricSources } from './metrics.ts'

/** What metrics are made of: what is told elsewhere, and what is counted here. */
export interface Measured extends MetricSources {
  durations: Durations
  counters: RealtimeCounters | undefined
}

/** Gathers everything that is measured, and begins to measure the process. */
export function registryOf({ durations, waitingQueries, lag, counters, deliveries, reads }: Measured): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(requestDurations(durations))
  addPool(registry, waitingQueries)
  addLag(registry, lag)
  if (reads) addReads(registry, reads)
  if (counters) addConnections(registry, counters)
  if (deliveries) addDeliveries(registry, deliveries)
  return registry
}

const DURATIONS = 'http_request_duration_seconds'

/** Durations as Prometheus wants them: each bucket counts those before it, too. The registry asks a metric for nothing but this. */
function requestDurations(durations: Durations): Metric {
  const help = 'How long requests took, by route and status.'
  const about = { name: DURATIONS, help, type: 'histogram', aggregator: 'sum' }
  const get = async () => ({ ...about, values: Array.from(durations.all()).flatMap(valuesOf) })
  return { name: DURATIONS, get } as unknown as Metric
}

function valuesOf({ labels, within, sum }: Series) {
  let count = 0
  const buckets = [...BUCKETS, '+Inf'].map((le, index) => ({
    metricName: `${DURATIONS}_bucket`,
    labels: { le, ...labels },
    value: (count += within[index]!),
  }))
  return [
    ...buckets,
    { metricName: `${DURATIONS}_sum`, labels, value: sum },
    { metricName: `${DURATIONS}_count`, labels, value: count },
  ]
}

function addPool(registry: Registry, waiting: () => number): void {
  gauge(registry, 'db_pool_waiting_queries', 'Queries that wait for a connection of the pool.', (metric) =>
    metric.set(waiting()),
  )
}

function addReads(registry: Registry, reads: ReadCounts): void {
  const counter: Counter = new Counter({
    name: 'db_replica_reads_total',
    help: 'Reads that a replica may answer, by who did: the replica, or the primary in its place.',
    labelNames: ['answered_by'],
    registers: [registry],
    collect() {
      counter.reset()
      for (const [answered_by, count] of Object.entries(reads)) counter.inc({ answered_by }, count)
    },
  })
}

function addDeliveries(registry: Registry, { counters, lag }: NonNullable<MetricSources['deliveries']>): void {
  const outcomes = ['succeeded', 'retried', 'failed'] as const
  const attempts: Counter = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them: taken, to be repeated, or given up.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      attempts.reset()
      for (const outcome of outcomes) attempts.inc({ outcome }, counters[outcome])
    },
  })
  const disabled = 'Webhook endpoints that an attempt disabled.'
  counter(registry, 'webhook_endpoints_disabled_total', disabled, () => counters.disabled)
  const read = shared(lag)
  const waiting = 'Deliveries that nobody has tried to make yet.'
  gauge(registry, 'webhook_deliveries_waiting', waiting, async (metric) => metric.set((await read()).waiting), 'max')
  const age = 'How long the oldest of them has waited.'
  gauge(registry, 'webhook_delivery_lag_seconds', age, async (metric) => metric.set((await read()).age), 'max')
}

/** Those who ask while an answer is on its way get the same one. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

function addLag(registry: Registry, lag: MetricSources['lag']): void {
  const parts = [
    ['event_log_unsequenced_events', 'Committed events that have no place in the log yet.', 'unsequenced'],
    ['event_log_lag_seconds', 'How long ago the oldest of them happened.', 'age'],
    [
      'event_log_oldest_transaction_seconds',
      'How long the oldest open transaction may hold them up.',
      'oldest_transaction',
    ],
  ] as const
  const read = shared(lag)
  for (const [name, help, part] of parts)
    gauge(registry, name, help, async (metric) => metric.set((await read())[part]), 'max')
}

function addConnections(registry: Registry, counters: RealtimeCounters): void {
  const open: Gauge = new Gauge({
    name: 'realtime_connections',
    help: 'Connections that stay open, by transport.',
    labelNames: ['transport'],
    registers: [registry],
    collect() {
      for (const [transport, count] of Object.entries(counters.open)) open.set({ transport }, count)
    },
  })
  counter(
    registry,
    'realtime_slow_readers_total',
    'Connections that were closed because they did not take what they were sent.',
    () => counters.slowReaders,
  )
  counter(registry, 'realtime_events_sent_total', 'Events written to connections.', () => counters.fannedOut)
}

/** `aggregator` says what several workers come to together; by default the sum. What all of them find in the database is no more for that. */
function gauge(
  registry: Registry,
  name: string,
  help: string,
  collect: (metric: Gauge) => void | Promise<void>,
  aggregator: Aggregator = 'sum',
): void {
  const metric: Gauge = new Gauge({ name, help, registers: [registry], aggregator, collect: () => collect(metric) })
}

function counter(registry: Registry, name: string, help: string, total: () => number): void {
  const metric: Counter = new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      metric.reset()
      metric.inc(total())
    },
  })
}
