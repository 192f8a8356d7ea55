import { requireScope } from '@roster/core'
import { Problem } from '@roster/core/contract'
import type { RelayState, Replication } from '@roster/core/server'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { isMadeHere } from '../context/made-here.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import type { DeliveryCounters } from '../webhooks/counters.ts'
import { Durations } from './durations.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads what is measured, for whoever serves it elsewhere too; absent where nothing is. */
    readMetrics?: ReadMetrics
    /** Loads what keeps them, for whoever tells them elsewhere. */
    loadMetrics?: () => Promise<Registry>
  }
}

/** Reads what is measured, in the Prometheus text format. */
export type ReadMetrics = () => Promise<{ type: string; text: string }>

/** Makes what reads metrics, given what keeps those of this process and is loaded when it is first asked for. */
export type MetricsReading = (registry: () => Promise<Registry>) => ReadMetrics

/** What metrics are made of, and who may read them. */
export interface MetricsOptions extends MetricSources {
  /** How they are read, where other processes are measured too. Default: those of this process. */
  reading?: MetricsReading | undefined
  /** Whether requests that were made on this machine need no scope. Default: false. */
  isOpenHere?: boolean
}

/** What is measured elsewhere, and asked for when metrics are read. */
export interface MetricSources {
  /** How far the event log is behind what was committed. */
  lag: () => Promise<{ unsequenced: number; age: number }>
  /** Where the log is read, if it may be read at a broker. */
  relay?: RelayState | undefined
  /** Queries that wait for a connection of the pool. */
  waitingQueries: () => number
  /** Who answers what only reads, where there are replicas. */
  replication?: Replication | undefined
  /** What came of webhooks' attempts, and how far deliveries are behind the log. Default: they are not told of. */
  deliveries?: { counters: DeliveryCounters; lag: () => Promise<{ waiting: number; age: number }> } | undefined
}

export const METRICS_PATH = '/metrics'

/**
 * Counts requests, and serves what is measured to holders of the scope for metrics and, where it is open to it, this machine. What writes it,
 * and measures the process, is loaded when it is first read.
 */
export function serveMetrics(
  app: FastifyInstance,
  gateway: Gateway,
  { isOpenHere = false, reading = ofThisProcess, ...sources }: MetricsOptions,
  counters: RealtimeCounters | undefined,
): void {
  const durations = new Durations()
  observeRequests(app, durations)
  let registry: Promise<Registry> | undefined
  const reporting = (failure: string) => (error: unknown) => app.log.error({ err: error }, failure)
  const load = async () => (await import('./registry.ts')).registryOf({ ...sources, durations, counters, reporting })
  const loadMetrics = () => (registry ??= load())
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

function observeRequests(app: FastifyInstance, durations: Durations): void {
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
