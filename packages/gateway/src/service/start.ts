import type { Server } from 'node:tls'
import type { Application, Database } from '@roster/core'
import { startExportWorker } from '@roster/core/server'
import type { Naming } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createLogger } from '../logs/logger.ts'
import type { MetricsReading } from '../metrics/metrics.ts'
import { Nats } from '../nats/nats.ts'
import type { Site } from '../naming/site.ts'
import { openRedis } from '../redis/redis.ts'
import { listenForMetrics } from '../server/metrics-listener.ts'
import { followCertificate } from '../server/renewed-certificate.ts'
import { OVERLOAD_LIMITS, type OverloadLimits } from '../server/overload.ts'
import { ended } from '../server/left.ts'
import { freePort, listen } from '../server/port.ts'
import { buildServer } from '../server/server.ts'
import type { Settings } from '../settings/schema.ts'
import { variable } from '../settings/variable.ts'
import type { GatewayOptions } from '../server/options.ts'
import { composeService, tlsOf } from './compose.ts'
import { endBy } from './end-by.ts'
import { inTurn, together } from './ends.ts'
import { firstKeyOf, openApplicationDatabase, prepare } from './database.ts'
import { startExpiry } from './expiry.ts'
import { hearingIn } from './hearing.ts'
import { type Started, startLive } from './live.ts'
import { takeOrders } from './control.ts'
import { shortcomingsOf } from './pooler.ts'
import { openReplicas } from './replicas.ts'
import { secretsAtStart } from './secrets.ts'
import { startReplacingSecrets } from './replacing-secrets.ts'
import { reporterOf, type Runtime } from './runtime.ts'

/** An application that is served. */
export interface RunningService {
  /** Address that links are made from, without a trailing slash. */
  url: string
  app: FastifyInstance
  database: Database
  /** Secret of the administrator's key when this start created it. It is not shown again. */
  firstKey: string | undefined
  /** Stops accepting requests, answers those in flight, and ends the background work. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Called with the server before it listens. */
  onBuilt?: (app: FastifyInstance) => void
  /** Reads `/metrics`. Default: the measurements of this process. */
  metricsReading?: MetricsReading
  /** Limits beyond which requests are refused. Default: when accepted requests would no longer be answered in time. */
  overload?: OverloadLimits
}

/** Serves an application as its settings say, and returns the running service. Throws the error that prevents the start, once the database is closed again. */
export async function startService(
  application: Application,
  settings: Settings,
  options: StartOptions = {},
): Promise<RunningService> {
  const { makeFirstKey, ...service } = await serve(application, settings, options)
  const firstKey = await makeFirstKey().catch((error: unknown) => endBy(error, service.stop))
  return { ...service, firstKey }
}

/** A running service that may have no administrator yet. */
export interface Serving extends Omit<RunningService, 'firstKey'> {
  /** Creates the administrator's key if there is none yet, and returns its secret; undefined otherwise. */
  makeFirstKey: () => Promise<string | undefined>
}

/** Serves an application like `startService`, and lets the caller decide when its first key is created. */
export async function serve(
  application: Application,
  settings: Settings,
  { onBuilt = () => {}, ...options }: StartOptions = {},
): Promise<Serving> {
  const host = hostOf(settings)
  const port = settings.PORT || (await freePort(host))
  const runtime = await openRuntime(application, settings, baseUrlOf(settings, port))
  const app = await buildService(runtime, options).catch((error: unknown) => endBy(error, () => closeAll(runtime)))
  onBuilt(app)
  try {
    await serveMetricsApart(app, runtime)
    await listen(app, port, host)
    const { baseUrl: url, database } = runtime
    return { url, app, database, makeFirstKey: () => firstKeyOf(runtime), stop: () => app.close() }
  } catch (error) {
    return endBy(error, () => app.close())
  }
}

/** Opens the objects that every part of the service needs. */
async function openRuntime(application: Application, settings: Settings, baseUrl: string): Promise<Runtime> {
  const { naming } = application
  const outage = (error: unknown) => logger.warn({ err: error }, 'Telemetry was not taken by its receiver')
  const telemetry = await openTelemetry(settings, { naming, baseUrl }, outage)
  const logger = createLogger(settings.LOG_LEVEL, telemetry?.logOutlet)
  return openParts({ application, naming, baseUrl, settings, logger, telemetry }).catch((error: unknown) =>
    endBy(error, async () => telemetry?.stop()),
  )
}

type Beginnings = Pick<Runtime, 'application' | 'naming' | 'baseUrl' | 'settings' | 'logger' | 'telemetry'>

async function openParts(beginnings: Beginnings): Promise<Runtime> {
  const { application, naming, settings, logger, telemetry } = beginnings
  for (const unknown of settings.unknown) logger.warn(unknown, `This variable is no setting of ${naming.title}`)
  const { tracing } = telemetry ?? {}
  const primary = await openApplicationDatabase(application, settings, { tracing, onHearing: hearingIn(logger) })
  const database = await openReplicas(primary, settings, logger)
  return openBeside(database, beginnings).catch((error: unknown) => endBy(error, () => database.close()))
}

/** Opens the parts beside the database: secrets, Redis and the broker. */
async function openBeside(database: Database, beginnings: Beginnings): Promise<Runtime> {
  const { naming, settings, logger } = beginnings
  for (const shortcoming of await shortcomingsOf(database)) logger.warn(shortcoming)
  return {
    ...beginnings,
    database,
    secrets: await secretsAtStart(naming, settings, database),
    now: Date.now,
    redis: settings.REDIS_URL === undefined ? undefined : await openRedis(settings.REDIS_URL, naming, logger),
    broker: settings.EVENTS_URL === undefined ? undefined : brokerAt(settings.EVENTS_URL, naming, logger),
  }
}

const brokerAt = (url: string, naming: Naming, logger: Logger) =>
  new Nats({ url, setting: variable(naming, 'EVENTS_URL'), naming, logger })

/** Starts telemetry if the settings name a receiver. Its code is loaded only then. */
async function openTelemetry({ telemetry }: Settings, site: Site, outage: (error: unknown) => void) {
  if (!telemetry) return undefined
  const { startTelemetry } = await import('../telemetry/telemetry.ts')
  return startTelemetry(telemetry, site, outage)
}

/** Returns the address to listen on. */
export const hostOf = ({ HOST, NODE_ENV }: Settings): string =>
  HOST ?? (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1')

function baseUrlOf({ PUBLIC_URL, TLS_CERT }: Settings, port: number): string {
  return PUBLIC_URL ?? `${TLS_CERT ? 'https' : 'http'}://localhost:${port}`
}

/** Starts everything but the ports. The server's end stops all of it. */
async function buildService(runtime: Runtime, options: StartOptions): Promise<FastifyInstance> {
  await prepare(runtime)
  const live = await startLive(runtime)
  return buildBeside(live, runtime, options).catch((error: unknown) => endBy(error, () => live.stop()))
}

async function buildBeside(
  live: Started,
  runtime: Runtime,
  { metricsReading, overload = OVERLOAD_LIMITS }: StartOptions,
): Promise<FastifyInstance> {
  const { application, settings, database, baseUrl } = runtime
  const now = live.agreed
  const composed = composeService(runtime, live)
  const app = await buildServer({
    ...composed,
    overload,
    traceRequests: runtime.telemetry?.traceRequests,
    metrics: { ...live.sources, reading: metricsReading, isOpenHere: settings.NODE_ENV !== 'production' },
  })
  const orders = takeOrders(runtime)
  if (app.loadMetrics) await runtime.telemetry?.tellMetrics(app.loadMetrics)
  const report = reporterOf(runtime)('An export was not made')
  const exportWorker = startExportWorker({ database, now, baseUrl, exported: application.exported, report })
  const stopExpiry = startExpiry({ ...runtime, now })
  const stopReplacingSecrets = startReplacingSecrets(runtime)
  const stopFollowing = followFilesOfTls(app, composed.tls, runtime)
  app.addHook('preClose', async () => {
    // Webhook attempts and exports end together with requests.
    void live.stopDelivering()
    void exportWorker.stop()
  })
  app.addHook('onClose', async () => {
    orders?.close()
    stopFollowing()
    const working = () => [
      ended('the deletion of what has expired', stopExpiry()),
      ended('exports', exportWorker.stop()),
      ended('the replacement of secrets', stopReplacingSecrets()),
      live.stop(),
    ]
    await inTurn([() => together(working()), () => ended('connections', closeAll(runtime))])
  })
  return app
}

/** Uses renewed TLS files for new connections, if this service terminates TLS. Returns a function that stops this. */
function followFilesOfTls(app: FastifyInstance, served: GatewayOptions['tls'], { settings, logger }: Runtime) {
  if (!served) return () => {}
  const server = app.server as unknown as Server
  return followCertificate(server, served, () => tlsOf(settings)!, {
    renewed: () => logger.info('New connections are served with the renewed certificate'),
    unusable: (err) =>
      logger.warn({ err }, 'The files of TLS cannot be used: new connections are served with those before'),
  })
}

const closeAll = ({ redis, broker, database, telemetry }: Runtime): Promise<void> =>
  inTurn([
    () => redis?.close(),
    () => broker?.close(),
    () => telemetry?.readLastMetrics(),
    () => database.close(),
    () => telemetry?.stop(),
  ])

/** Serves metrics at a port of their own, if the settings name one. */
async function serveMetricsApart(app: FastifyInstance, { settings, naming }: Runtime): Promise<void> {
  const setting = variable(naming, 'METRICS_PORT')
  const stop = await listenForMetrics(app.readMetrics!, { port: settings.METRICS_PORT, setting, host: settings.HOST })
  app.addHook('onClose', async () => stop())
}
