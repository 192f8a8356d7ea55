import { hkdfSync } from 'node:crypto'
import { type Database, servicesOf } from '@roster/api'
import {
  about,
  addDemo,
  appRouter,
  authenticateApiKey,
  authenticateSession,
  createFirstKey,
  createSigner,
  DatabaseUnreachable,
  DeliveryQueue,
  denyNow,
  currentPrincipal,
  DirectoryInUse,
  ensureAdminKey,
  entities,
  expireArtifacts,
  findAccount,
  findClient,
  isDenied,
  eventChannels,
  migrate,
  oauthArtifacts,
  openDatabase,
  openMessages,
  queueDeliveries,
  readLag,
  redeemTicket,
  resources,
  signIn,
  signingKeys,
  spendProof,
  startEventLog,
  startExportWorker,
  watchDenials,
} from '@roster/api/app'
import type { JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import { unlimitedAttempts, userCodeThrottle } from './auth/provider/attempts.ts'
import { freshKeys } from './auth/provider/fresh-keys.ts'
import type { ProviderOptions } from './auth/provider/options.ts'
import { accessTokens } from './auth/access-tokens.ts'
import { apiKeyInBasic, apiKeyInHeader } from './auth/api-key.ts'
import { certificateReader } from './auth/certificate.ts'
import { issuerKeys } from './auth/issuer-keys.ts'
import { localKeys } from './auth/local-keys.ts'
import { apiKeyInQuery } from './auth/query-key.ts'
import { ownPagesOnly } from './auth/own-pages.ts'
import { sessionInCookie } from './auth/session.ts'
import { signInThrottle, unthrottled } from './auth/sign-in-throttle.ts'
import { allowedOrigins } from './http/cors.ts'
import { unlimited } from './http/rate-limit.ts'
import { limiterIn, memoryStore, redisStores } from './http/rate-limit-stores.ts'
import { type ConnectionLimit, memoryConnectionLimit } from './realtime/limit.ts'
import { redisConnectionLimit } from './realtime/limit-redis.ts'
import { createLogger } from './logger.ts'
import { OVERLOAD_LIMITS } from './overload.ts'
import { freePort, listen, PortInUse } from './port.ts'
import { developmentSecret } from './secret.ts'
import { buildServer } from './server.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { stopOnSignals } from './stop.ts'
import { tlsOptions } from './tls.ts'
import { guardedAgent } from './webhooks/agent.ts'
import { Deliverer } from './webhooks/deliverer.ts'
import { Destinations } from './webhooks/destinations.ts'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const logger = createLogger(settings.LOG_LEVEL)
  const database = await open(settings)
  const firstKey = await prepare(database, settings, logger)

  const now = () => Date.now()
  const findApiKey = (secret: string) => authenticateApiKey(database, secret, now())
  const findSession = (token: string) => authenticateSession(database, token, now())
  const secret = settings.ROSTER_SECRET ?? developmentSecret(settings.ROSTER_DATA_DIR)
  const host = settings.HOST ?? (settings.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1')
  const port = settings.PORT || (await freePort(host))
  const scheme = settings.ROSTER_TLS_CERT ? 'https' : 'http'
  const baseUrl = settings.ROSTER_PUBLIC_URL ?? `${scheme}://localhost:${port}`
  const { storeOf, close: closeStores } = storesOf(settings, logger)
  const { ROSTER_RATE_LIMIT: quotas, ROSTER_AUTH_THROTTLE: throttle } = settings
  const denialWatch = watchDenials({
    database,
    now,
    report: (error) => logger.error({ err: error }, 'Denied access tokens could not be read'),
  })
  const { ROSTER_ISSUER: issuer, ROSTER_AUDIENCE: audience = baseUrl } = settings
  const certificateOf = certificateReader(settings.ROSTER_TRUST_PROXY)
  const ownKeys = freshKeys(signingKeys(database, secret, now))
  await ownKeys.list()
  const attempts =
    throttle === 'off'
      ? { signIn: unthrottled, userCode: unlimitedAttempts.userCode }
      : { signIn: signInThrottle(storeOf), userCode: userCodeThrottle(storeOf) }
  const shared = { database, secret, now, attempts, keys: ownKeys, audience, certificateOf }
  const takeTokens = (from: string, keys: JWTVerifyGetKey) =>
    accessTokens({
      issuer: from,
      audience,
      keys,
      isDenied: (token) => denialWatch.denials.includes(token),
      certificateOf,
      spendProof: (id, expires) => spendProof(database, id, expires),
      baseUrl,
      now,
    })
  const connectionLimit = connectionLimitOf(settings, logger)
  const eventLog = await startEventLog({
    database,
    now,
    hooks: [queueDeliveries],
    report: (error) => logger.error({ err: error }, 'The event log fell behind'),
  })
  const messages = openMessages({
    database,
    report: (error) => logger.error({ err: error }, 'A message did not reach the other processes'),
  })
  const destinations = new Destinations({ allow: settings.ROSTER_WEBHOOK_ALLOW })
  const services = servicesOf(database, { secret, refusal: (url) => destinations.refusal(url) })
  const queue = new DeliveryQueue(database, services.webhooks.sealer)
  const deliverer = new Deliverer({
    queue,
    feed: eventLog.feed,
    agent: guardedAgent(destinations),
    now,
    report: (error) => logger.error({ err: error }, 'Webhooks were not delivered'),
    onDisabled({ endpoint_id, reason }) {
      logger.warn({ endpoint_id, reason }, 'A webhook endpoint was disabled')
      messages.notify({ scope: 'manage:webhooks', notification: 'webhook.disabled', details: { endpoint_id } })
    },
  })
  const app = await buildServer({
    router: appRouter,
    about,
    resources: Object.values(resources).map((resource) => resource.contract),
    files: Object.values(resources).flatMap((resource) => resource.files),
    rest: Object.values(resources).flatMap((resource) => resource.rest),
    mechanisms: [
      ...takeTokens(issuer ?? baseUrl, issuer === undefined ? localKeys(ownKeys.published) : issuerKeys(issuer)),
      apiKeyInHeader(findApiKey),
      apiKeyInBasic(findApiKey),
      apiKeyInQuery(findApiKey, settings.ROSTER_API_KEY_IN_QUERY === 'on'),
      sessionInCookie(findSession, baseUrl),
    ],
    ...(issuer === undefined ? { provider: authorizationServer(shared) } : { issuer }),
    services,
    baseUrl,
    tls: tlsOf(settings),
    ...(settings.ROSTER_TRUST_PROXY !== undefined && { trustProxy: settings.ROSTER_TRUST_PROXY }),
    httpsOnly: settings.NODE_ENV === 'production',
    metrics: {
      lag: () => readLag(database),
      waitingQueries: () => database.waiting(),
      deliveries: { counters: deliverer.counters, lag: () => queue.lag() },
    },
    overload: OVERLOAD_LIMITS,
    limiter: quotas === 'off' ? unlimited : limiterIn(storeOf, quotas),
    throttle: attempts.signIn,
    realtime: {
      feed: eventLog.feed,
      channels: eventChannels(database),
      messages,
      limit: connectionLimit.limit,
      redeemTicket: (ticket) => redeemTicket(database, ticket, now()),
      current: (principal) => currentPrincipal(database, principal, now()),
      requireOwnPage: ownPagesOnly(baseUrl),
    },
    allowsOrigin: allowedOrigins(settings.ROSTER_CORS_ORIGINS, settings.NODE_ENV !== 'production'),
    logger,
  })
  const exportWorker = startExportWorker({
    database,
    now,
    baseUrl,
    report: (error) => logger.error({ err: error }, 'An export was not made'),
  })
  const expiry = setInterval(() => {
    void expireArtifacts(database, now()).catch((error: unknown) =>
      logger.error({ err: error }, 'Expired codes and tokens were not deleted'),
    )
  }, EXPIRY_INTERVAL)
  app.addHook('preClose', async () => {
    // Attempts in flight are ended while requests are.
    void deliverer.stop()
    await exportWorker.stop()
  })
  app.addHook('onClose', async () => {
    clearInterval(expiry)
    await denialWatch.stop()
    await deliverer.stop()
    await Promise.all([eventLog.stop(), messages.close()])
    connectionLimit.close()
    closeStores()
    await database.close()
  })
  stopOnSignals(app)
  await listen(app, port, host)
  announce(baseUrl, firstKey)
}

/** How often codes and tokens that have expired are deleted, in milliseconds. */
const EXPIRY_INTERVAL = 60_000

/** What the authorization server works with. */
function authorizationServer({
  database,
  secret,
  now,
  ...shared
}: Pick<ProviderOptions, 'keys' | 'audience' | 'attempts' | 'certificateOf'> & {
  database: Database
  secret: Buffer
  now: () => number
}): ProviderOptions {
  return {
    ...shared,
    accounts: {
      find: (id) => findAccount(database, id),
      signIn: (email, password) => signIn(database, email, password),
    },
    clients: { find: (id) => findClient(database, id) },
    artifacts: oauthArtifacts(database, secret, now),
    denials: {
      deny: (denied) => denyNow(database, denied, now()),
      includes: (token) => isDenied(database, token),
    },
    cookieKey: Buffer.from(hkdfSync('sha256', secret, '', 'cookie', 32)).toString('base64'),
    signer: createSigner(secret, 'interaction'),
  }
}

function open(settings: Settings): Promise<Database> {
  const location = settings.DATABASE_URL ? { url: settings.DATABASE_URL } : { directory: settings.ROSTER_DATA_DIR }
  return openDatabase(location, { entities })
}

function tlsOf({ ROSTER_TLS_CERT: certificate, ROSTER_TLS_KEY: key, ROSTER_TLS_CLIENT_CA: clients }: Settings) {
  return certificate && key ? tlsOptions(certificate, key, clients) : undefined
}

function storesOf({ REDIS_URL }: Settings, logger: Logger) {
  return REDIS_URL ? redisStores(REDIS_URL, logger) : { storeOf: memoryStore, close: () => {} }
}

function connectionLimitOf(settings: Settings, logger: Logger): { limit: ConnectionLimit; close: () => void } {
  const { ROSTER_CONNECTION_LIMIT: limit, REDIS_URL } = settings
  if (REDIS_URL) return redisConnectionLimit(limit, REDIS_URL, logger)
  return { limit: memoryConnectionLimit(limit), close: () => {} }
}

/** Schema, administrator's key and demo data. Returns the secret of the first key, if this start made one. */
async function prepare(database: Database, settings: Settings, logger: Logger): Promise<string | undefined> {
  const migrations = settings.ROSTER_MIGRATE === 'on' ? await migrate(database) : []
  if (migrations.length > 0) logger.info({ migrations }, 'Migrated')
  const time = Date.now()
  const adminKey = settings.ROSTER_ADMIN_API_KEY
  const firstKey = adminKey ? await ensureAdminKey(database, adminKey, time) : await createFirstKey(database, time)
  if (process.argv.includes('--demo')) await addDemo(database)
  return firstKey ?? undefined
}

/** What a person wants to know once the service runs. The key is a secret: it goes to the terminal, not to the log. */
function announce(baseUrl: string, firstKey: string | undefined): void {
  const lines = [`Roster is running at ${baseUrl}`, `API reference: ${baseUrl}/docs`]
  if (firstKey) lines.push(`Administrator API key, shown only this once: ${firstKey}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

const FORESEEN = [SettingsError, DirectoryInUse, DatabaseUnreachable, PortInUse]

/** Says why the process cannot run. What was foreseen needs no stack. */
function explain(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
