import { type Aggregator, collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { RealtimeCounters } from '../connections/counters.ts'
import { BUCKETS, type Durations, type Series } from './durations.ts'
import { fromDatabase } from './from-database.ts'
import type { RelayState, Replication } from '@roster/core/server'
import type { MetricSources } from './metrics.ts'

/** The sources of metrics, with the counts of this process. */
export interface Measured extends MetricSources {
  durations: Durations
  counters: RealtimeCounters | undefined
  /** Returns a function that is called with the first failure of an outage. `failure` is a sentence without its full stop. */
  reporting: (failure: string) => (error: unknown) => void
}

/** Returns a registry of all metrics, and starts to measure the process. */
export function registryOf(measured: Measured): Registry {
  const { durations, waitingQueries, replication, relay, counters } = measured
  const registry = new Registry()
  addProcess(registry)
  registry.registerMetric(requestDurations(durations))
  addPool(registry, waitingQueries)
  if (replication) addReplication(registry, replication)
  addLag(registry, measured)
  if (relay) addRelay(registry, relay)
  if (counters) addConnections(registry, counters)
  addDeliveries(registry, measured)
  return registry
}

/** Adds the metrics of the process. Of several workers' delays of the event loop, the longest counts, since a mean would hide one that hangs. */
function addProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const metrics = registry.getMetricsAsArray() as unknown as { aggregator: Aggregator }[]
  for (const metric of metrics) if (metric.aggregator === 'average') metric.aggregator = 'max'
}

const DURATIONS = 'http_request_duration_seconds'

/** Returns the durations as Prometheus expects them: each bucket counts those before it, too. The registry uses no other member of a metric. */
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
  gauge(
    registry,
    'db_pool_waiting_queries',
    'Queries that wait for a connection of the pool, and changes that wait to be committed together.',
    (metric) => metric.set(waiting()),
  )
}

/** Adds the metrics of replicas. Of several workers' values, the worst counts. */
function addReplication(registry: Registry, { counts, replicas }: Replication): void {
  const reads: Counter = new Counter({
    name: 'db_reads_total',
    help: 'Statements of lists and exports, by who answered them.',
    labelNames: ['answered_by'],
    registers: [registry],
    collect() {
      reads.reset()
      for (const [answered_by, count] of Object.entries(counts)) reads.inc({ answered_by }, count)
    },
  })
  const fit: Gauge = new Gauge({
    name: 'db_replica_fit',
    help: 'Whether a replica answers: 0 while it is left out.',
    labelNames: ['replica'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      for (const { place, fault } of replicas) fit.set({ replica: place }, Number(fault === undefined))
    },
  })
  const behind: Gauge = new Gauge({
    name: 'db_replica_lag_bytes',
    help: "How much of the primary's log a replica had yet to replay when it was looked at last.",
    labelNames: ['replica'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      for (const replica of replicas) behind.set({ replica: replica.place }, replica.behind)
    },
  })
}

function addDeliveries(registry: Registry, { deliveries, reporting }: Measured): void {
  if (!deliveries) return
  const { counters, lag } = deliveries
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
  const read = fromDatabase(lag, reporting('Metrics of webhooks are left out until the database tells them'))
  const waiting = 'Deliveries that nobody has tried to make yet.'
  gauge(registry, 'webhook_deliveries_waiting', waiting, async (metric) => told(metric, (await read())?.waiting), 'max')
  const age = 'How long the oldest of them has waited.'
  gauge(registry, 'webhook_delivery_lag_seconds', age, async (metric) => told(metric, (await read())?.age), 'max')
}

/** Sets a metric to a value. A metric without a value is left out. */
function told(metric: Gauge, value: number | undefined): void {
  if (value === undefined) metric.remove()
  else metric.set(value)
}

function addLag(registry: Registry, { lag, reporting }: Measured): void {
  const parts = [
    ['event_log_unsequenced_events', 'Committed events that have no place in the log yet.', 'unsequenced'],
    ['event_log_lag_seconds', 'How long ago the oldest of them happened.', 'age'],
  ] as const
  const read = fromDatabase(lag, reporting('Metrics of the event log are left out until the database tells them'))
  for (const [name, help, part] of parts)
    gauge(registry, name, help, async (metric) => told(metric, (await read())?.[part]), 'max')
  const answers = 'Whether the database answered: 0 where what it tells is left out.'
  gauge(registry, 'db_answers', answers, async (metric) => metric.set(Number((await read()) !== undefined)), 'min')
}

/** Adds the metrics of the log's source. Of several workers, sums tell how many read at each source, and publish. */
function addRelay(registry: Registry, relay: RelayState): void {
  const sources = ['database', 'broker'] as const
  const source: Gauge = new Gauge({
    name: 'event_log_source',
    help: 'Where the event log is read: 1 for the source in use.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      for (const one of sources) source.set({ source: one }, Number(relay.source === one))
    },
  })
  const changes: Counter = new Counter({
    name: 'event_log_source_changes_total',
    help: 'How often it was begun to read the event log at each source, after the other.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      changes.reset()
      for (const one of sources) changes.inc({ source: one }, relay.changes[one])
    },
  })
  const publishing = 'Whether this process publishes the event log at the broker.'
  gauge(registry, 'event_log_publishing', publishing, (metric) => metric.set(Number(relay.isPublishing)))
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

/**
 * Adds a gauge. `aggregator` combines the values of several workers, by default as their sum. Values that all workers read from the database are not added up.
 */
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
