import {
  about,
  application,
  appRouter,
  DatabaseUnreachable,
  DirectoryInUse,
  DirectoryNotPrivate,
  resources,
  SealedOtherwise,
  startExportWorker,
} from '@roster/api/app'
import { Registry } from 'prom-client'
import type { Runtime } from './application/runtime.ts'
import { callersOf } from './application/callers.ts'
import { firstKeyOf, openApplicationDatabase, prepare } from './application/database.ts'
import { startEvents } from './application/events.ts'
import { startExpiry } from './application/expiry.ts'
import { liveEventsTexts } from './application/live-events/texts.ts'
import { startReplacingSecrets } from './application/replacing-secrets.ts'
import { allowedOrigins } from './http/cors.ts'
import { unlimited } from './http/rate-limit.ts'
import { limiterIn, memoryStore, redisStore } from './http/rate-limit-stores.ts'
import { type Naming, namingOf } from './naming/naming.ts'
import { createLogger } from './logs/logger.ts'
import { listenForMetrics } from './server/metrics-listener.ts'
import { OVERLOAD_LIMITS } from './server/overload.ts'
import { freePort, listen, PortInUse } from './server/port.ts'
import { openRedis } from './redis/redis.ts'
import { developmentSecret } from './settings/development-secret.ts'
import { buildServer } from './server/server.ts'
import type { Settings } from './settings/schema.ts'
import { variable } from './settings/variable.ts'
import { readSettings, SettingsError } from './settings/settings.ts'
import { stopOnSignals } from './server/stop.ts'
import { tlsOptions } from './server/tls.ts'

async function main(): Promise<void> {
  // What this process writes is for its owner alone.
  process.umask(0o077)
  const naming = namingOf(application.name)
  const settings = readSettings(naming, process.env, process.argv.slice(2))
  const logger = createLogger(settings.LOG_LEVEL)
  for (const unknown of settings.unknown) logger.warn(unknown, `This variable is no setting of ${naming.title}`)
  const database = await openApplicationDatabase(settings)
  await prepare(database, naming, settings, logger)

  const isProduction = settings.NODE_ENV === 'production'
  const host = settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')
  const port = settings.PORT || (await freePort(host))
  const redis = settings.REDIS_URL === undefined ? undefined : openRedis(settings.REDIS_URL, naming, logger)
  const runtime: Runtime = {
    naming,
    settings,
    logger,
    database,
    secrets: settings.SECRET ?? [developmentSecret(settings.DATA_DIR)],
    baseUrl: baseUrlOf(settings, port),
    now: Date.now,
    registry: new Registry(),
    redis,
    storeOf: redis ? redisStore(redis) : memoryStore,
    reporter: (failure) => (error) => logger.error({ err: error }, failure),
  }
  const { baseUrl, now, registry } = runtime
  const callers = await callersOf(runtime)
  const events = await startEvents(runtime)

  const app = await buildServer({
    name: application.name,
    router: appRouter,
    about,
    resources: Object.values(resources).map((resource) => resource.contract),
    files: Object.values(resources).flatMap((resource) => resource.files),
    rest: Object.values(resources).flatMap((resource) => resource.rest),
    texts: liveEventsTexts(runtime),
    ...callers.options,
    ...events.options,
    baseUrl,
    tls: tlsOf(settings),
    ...(settings.TRUST_PROXY !== undefined && { trustProxy: settings.TRUST_PROXY }),
    httpsOnly: isProduction,
    overload: OVERLOAD_LIMITS,
    limiter: settings.RATE_LIMIT === 'off' ? unlimited : limiterIn(runtime.storeOf, settings.RATE_LIMIT),
    allowsOrigin: allowedOrigins(settings.CORS_ORIGINS, !isProduction),
    logger,
  })
  const exportWorker = startExportWorker({ database, now, baseUrl, report: runtime.reporter('An export was not made') })
  const stopExpiry = startExpiry(runtime)
  const stopReplacingSecrets = startReplacingSecrets(runtime)
  const stopMetrics = await listenForMetrics(registry, {
    port: settings.METRICS_PORT,
    setting: variable(naming, 'METRICS_PORT'),
    host: settings.HOST,
  })
  app.addHook('preClose', async () => {
    // Attempts in flight are ended while requests are.
    void events.stopDelivering()
    await exportWorker.stop()
  })
  app.addHook('onClose', async () => {
    stopExpiry()
    await stopReplacingSecrets()
    await callers.stop()
    await events.stop()
    redis?.close()
    stopMetrics()
    await database.close()
  })
  stopOnSignals(app)
  await listen(app, port, host)
  announce(naming, baseUrl, await firstKeyOf(database, settings))
}

function baseUrlOf({ PUBLIC_URL, TLS_CERT }: Settings, port: number): string {
  return PUBLIC_URL ?? `${TLS_CERT ? 'https' : 'http'}://localhost:${port}`
}

function tlsOf({ TLS_CERT: certificate, TLS_KEY: key, TLS_CLIENT_CA: clients }: Settings) {
  return certificate && key ? tlsOptions(certificate, key, clients) : undefined
}

/** Tells people, beside the log, what they want to know once the service runs. The key is a secret, which no log is to keep. */
function announce({ title }: Naming, baseUrl: string, firstKey: string | undefined): void {
  const lines = [`${title} is running at ${baseUrl}`, `API reference: ${baseUrl}/docs`]
  if (firstKey) lines.push(`Administrator API key, shown only this once: ${firstKey}`)
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}

const FORESEEN = [SettingsError, DirectoryInUse, DirectoryNotPrivate, DatabaseUnreachable, SealedOtherwise, PortInUse]

/** Says why the process cannot run. What was foreseen needs no stack. */
function explain(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
