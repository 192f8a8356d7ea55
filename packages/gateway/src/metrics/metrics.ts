import { requireScope } from '@roster/core'
import { Problem } from '@roster/core/contract'
import type { RelayState, Replication } from '@roster/core/server'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { isMadeHere } from '../context/made-here.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import type { DeliveryCounters } from '../webhooks/counters.ts'
import { madeOnce } from '../http/made-once.ts'
import { METHODS } from '../http/request-line.ts'
import type { OnEnd } from '../logs/request-end.ts'
import { Durations } from './durations.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the metrics, for code that serves them elsewhere too; absent when nothing is measured. */
    readMetrics?: ReadMetrics
    /** Loads the registry of the metrics, for code that sends them elsewhere. */
    loadMetrics?: () => Promise<Registry>
  }
}

/** Reads the metrics, in the Prometheus text format. */
export type ReadMetrics = () => Promise<{ type: string; text: string }>

/** Returns a reader of metrics. `registry` loads the registry of this process, at the first call. */
export type MetricsReading = (registry: () => Promise<Registry>) => ReadMetrics

/** The sources of metrics, and who may read them. */
export interface MetricsOptions extends MetricSources {
  /** Reads the metrics when other processes are measured too. Default: those of this process. */
  reading?: MetricsReading | undefined
  /** Whether requests that were made on this machine need no scope. Default: false. */
  isOpenHere?: boolean
}

/** The sources that are asked when metrics are read. */
export interface MetricSources {
  /** How far the event log is behind what was committed. */
  lag: () => Promise<{ unsequenced: number; age: number }>
  /** Where the log is read, if it may be read at a broker. */
  relay?: RelayState | undefined
  /** Queries that wait for a connection of the pool. */
  waitingQueries: () => number
  /** Replicas, and counts of reads by who answered them; undefined without replicas. */
  replication?: Replication | undefined
  /** Outcomes of webhook attempts, and how far deliveries are behind the log. Default: not measured. */
  deliveries?: { counters: DeliveryCounters; lag: () => Promise<{ waiting: number; age: number }> } | undefined
}

export const METRICS_PATH = '/metrics'

/**
 * Counts requests, and serves the metrics to holders of the scope for metrics and, with `isOpenHere`, to this machine. The code that writes the metrics, and
 * measures the process, is loaded at the first read.
 */
export function serveMetrics(
  app: FastifyInstance,
  gateway: Gateway,
  { isOpenHere = false, reading = ofThisProcess, ...sources }: MetricsOptions,
  counters: RealtimeCounters | undefined,
): void {
  const durations = new Durations()
  gateway.ends.push(observer(durations))
  const reporting = (failure: string) => (error: unknown) => app.log.error({ err: error }, failure)
  const loadMetrics = madeOnce(async () => {
    const { registryOf } = await import('./registry.ts')
    return registryOf({ ...sources, durations, counters, reporting })
  })
  const readMetrics = reading(loadMetrics)
  app.decorate('loadMetrics', loadMetrics)
  app.decorate('readMetrics', readMetrics)

  app.get(METRICS_PATH, { config: { quota: 'caller' } }, async (request, reply) => {
    if (!isOpenHere || !isMadeHere(request)) {
      const principal = await requestContext(gateway, originOf(request, reply)).admit({ method: 'GET' })
      requireScope({ name: `GET ${METRICS_PATH}`, scope: gateway.services.access.scopeFor.metrics }, principal)
    }
    const { type, text } = await readMetrics().catch((error: unknown) => {
      throw new Problem('unavailable', undefined, { cause: error, headers: { 'retry-after': '1' } })
    })
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
}

const ofThisProcess: MetricsReading = (registry) => async () => {
  const made = await registry()
  return { type: made.contentType, text: await made.metrics() }
}

/** Status under which a request counts whose client has left before its answer. */
const CLIENT_GONE = 499

/** Label for methods that are not served: those are as many as callers think of. */
const OTHER = '_OTHER'

/** Returns the function that observes requests. The time for which a stream is open is not the duration of a request. */
function observer(durations: Durations): OnEnd {
  return ({ method, routeOptions, connection }, { statusCode, elapsedTime }, { isAnswered }) => {
    if (connection && statusCode < 400) return
    const status = isAnswered ? statusCode : CLIENT_GONE
    const labels = { method: METHODS.has(method) ? method : OTHER, route: routeOptions.url ?? 'none', status }
    durations.observe(labels, elapsedTime / 1_000)
  }
}
