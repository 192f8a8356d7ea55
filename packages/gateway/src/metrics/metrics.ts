import { requireScope } from '@roster/core'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isMadeHere } from '../context/made-here.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import type { DeliveryCounters } from '../webhooks/counters.ts'

/** What is measured, in the Prometheus text format. */
export type MetricsReader = Pick<Registry, 'contentType' | 'metrics'>

/** What metrics are made of, and who may read them. */
export interface MetricsOptions extends MetricSources {
  /** Where what is measured is kept, for whoever serves it elsewhere too. Default: one of its own. */
  registry?: Registry
  /** What is served, where that is more than this process measures. Default: the registry. */
  reader?: MetricsReader
  /** Whether requests that were made on this machine need no scope. Default: false. */
  isOpenHere?: boolean
}

/** What is measured elsewhere, and asked for when metrics are read. */
export interface MetricSources {
  /** How far the event log is behind what was committed. */
  lag: () => Promise<{ unsequenced: number; age: number; oldest_transaction: number }>
  /** Queries that wait for a connection of the pool. */
  waitingQueries: () => number
  /** What came of webhooks' attempts, and how far deliveries are behind the log. Default: they are not told of. */
  deliveries?: { counters: DeliveryCounters; lag: () => Promise<{ waiting: number; age: number }> } | undefined
}

/** Upper bounds of the histogram of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const METRICS_PATH = '/metrics'

/** Measures the process and serves what it finds in the Prometheus text format, to holders of the scope for metrics and, where it is open to it, this machine. */
export function serveMetrics(
  app: FastifyInstance,
  gateway: Gateway,
  { lag, waitingQueries, deliveries, registry = new Registry(), reader = registry, isOpenHere = false }: MetricsOptions,
  counters: RealtimeCounters | undefined,
): void {
  collectDefaultMetrics({ register: registry })
  observeRequests(app, registry)
  addPool(registry, waitingQueries)
  addLag(registry, lag)
  if (counters) addConnections(registry, counters)
  if (deliveries) addDeliveries(registry, deliveries)

  app.get(METRICS_PATH, { config: { quota: 'caller' } }, async (request, reply) => {
    if (!isOpenHere || !isMadeHere(request)) {
      const principal = await requestContext(gateway, originOf(request, reply)).admit({ method: 'GET' })
      requireScope({ name: `GET ${METRICS_PATH}`, scope: gateway.services.access.scopeFor.metrics }, principal)
    }
    const text = await reader.metrics().catch((error: unknown) => {
      throw new Problem('unavailable', undefined, { cause: error, headers: { 'retry-after': '1' } })
    })
    return reply.type(reader.contentType).header('cache-control', 'no-store').send(text)
  })
}

function observeRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // A stream is no request that takes long.
    if (!request.connection)
      durations.observe(
        { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
        reply.elapsedTime / 1_000,
      )
    done()
  })
}

function addPool(registry: Registry, waiting: () => number): void {
  gauge(registry, 'db_pool_waiting_queries', 'Queries that wait for a connection of the pool.', (metric) =>
    metric.set(waiting()),
  )
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
