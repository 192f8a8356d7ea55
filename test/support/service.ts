import { randomBytes } from 'node:crypto'
import type { Database, Messages, Role, Scope } from '@roster/api'
import { DEFAULT_LIMITS, type Limits, scopes as allScopes, type ServiceSecrets, servicesOf } from '@roster/api'
import {
  authenticateApiKey,
  authenticateSession,
  createFirstKey,
  createSigner,
  currentPrincipal,
  Denials,
  denyNow,
  findAccount,
  findClient,
  hasLostAccess,
  isDenied,
  oauthArtifacts,
  queueDeliveries,
  signIn,
  signingKeys as keysOf,
  eventAccess,
  type EventLog,
  eventChannels,
  openMessages,
  redeemTicket,
  spendProof,
  startEventLog,
} from '@roster/api/app'
import {
  accessTokens,
  type AccessTokenOptions,
  apiKeyInBasic,
  apiKeyInHeader,
  apiKeyInQuery,
  buildServer,
  certificateReader,
  freshKeys,
  type FreshKeys,
  type GatewayOptions,
  localKeys,
  memoryConnectionLimit,
  newCounters,
  ownPagesOnly,
  type ProviderOptions,
  type RealtimeCounters,
  type RealtimeOptions,
  sessionInCookie,
  unlimited,
  unlimitedAttempts,
} from '@roster/gateway'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Claims, KEY_ID, signingKeys, TokenMaker } from './access-tokens.ts'
import { application } from './application.ts'
import { type Caller, callerOf } from './caller.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { destinations } from './destinations.ts'

/** When tests take place, unless they move the clock. */
export const NOW = '2026-11-21T09:30:00.000Z'
export const BASE_URL = 'http://roster.test'

/** Time that stands still until it is moved: at `NOW`, or at the present of the machine where somebody takes part who goes by that. */
export class Clock {
  #time: number

  constructor(time = Date.parse(NOW)) {
    this.#time = time
  }

  static atPresent(): Clock {
    return new Clock(Date.now())
  }

  readonly now = () => this.#time

  /** Moves the time forward, by milliseconds. */
  advance(by: number): void {
    this.#time += by
  }
}

export interface Service {
  app: FastifyInstance
  database: Database
  /** URL of the database on the server; undefined for the embedded one. */
  databaseUrl: string | undefined
  clock: Clock
  /** The secrets it was started with. */
  secrets: ServiceSecrets
  counters: RealtimeCounters
  messages: Messages
  /** An administrator that is a machine. */
  admin: Caller
  /** Nobody. */
  anonymous: Caller
  /** A caller with an API key of its own. */
  caller: (key: KeyOptions) => Promise<Caller>
  /** A caller with this secret. */
  withKey: (secret: string) => Caller
  /** Makes access tokens that this service takes. */
  tokens: TokenMaker
  /** A caller with an access token of its own. */
  withToken: (claims?: Claims) => Promise<Caller>
  /** A caller that sends these headers. */
  sending: (headers: Record<string, string>) => Caller
  /** A page of this service in which somebody has signed in. */
  browser(email: string, password: string): Promise<Caller>
  /** A viewer, and the user record it belongs to. */
  viewer(name: string): Promise<Caller & { id: string }>
  /** Puts events in order from now on, as a running service does. */
  startEventLog(): Promise<EventLog>
  stop(): Promise<void>
}

export interface KeyOptions {
  role?: Role
  scopes?: Scope[]
  user_id?: string | null
}

/** What a test changes of a service. One with another `issuer` is no authorization server. */
export interface ServiceOptions extends Partial<Omit<GatewayOptions, 'provider' | 'realtime'>> {
  realtime?: Partial<RealtimeOptions>
  provider?: Partial<ProviderOptions>
  /** A service whose database and secrets to share, as a second process of it would. */
  beside?: Service
  /** Opens its database. Default: a copy of the template. */
  open?: () => Promise<TestDatabase>
  /** Its time. Default: that of `beside`, or `NOW`. Browsers forget cookies by the time of the machine: where one takes part, `Clock.atPresent()`. */
  clock?: Clock
  /** What it seals and signs with. Default: those of `beside`, else a random one. */
  secrets?: ServiceSecrets
  /** How it takes access tokens. By default its own, and those of `Service.tokens`. */
  tokens?: Partial<AccessTokenOptions>
  /** Whether it takes API keys in the query. Default: false. */
  apiKeyInQuery?: boolean
  /** Proxies whose `Client-Cert` counts. Default: none. */
  trustClientCert?: string[]
  /** How much one maker may have, where it is not the default. */
  limits?: Partial<Limits>
}

/** The real gateway on a real database of its own, without a socket. */
export async function startService({
  provider,
  realtime,
  beside,
  open = () => copyDatabase(),
  clock = beside?.clock ?? new Clock(),
  tokens,
  apiKeyInQuery: inQuery = false,
  secrets = beside?.secrets ?? [randomBytes(32)],
  trustClientCert,
  limits,
  ...options
}: ServiceOptions = {}): Promise<Service> {
  const { database, url, drop } = beside ? shared(beside) : await open()
  const findKey = (secret: string) => authenticateApiKey(database, secret, clock.now())
  const findSession = (token: string) => authenticateSession(database, token, clock.now())
  const denials = new Denials(database, clock.now, () => 0)
  await denials.read()
  const baseUrl = options.baseUrl ?? BASE_URL
  const authorization = providerOptions({ database, clock, secrets, baseUrl })
  const ownKeys = localKeys(authorization.keys.published)
  const testKeys = localKeys(async () => (await signingKeys()).publicKeys)
  const report = (error: unknown) => app.log.error({ err: error }, 'Something fell behind')
  let eventLog: Promise<EventLog> | undefined
  let feed: EventLog['feed'] | undefined
  const startLog = async () => {
    eventLog ??= startEventLog({ database, now: clock.now, hooks: [queueDeliveries(eventAccess)], report })
    feed = (await eventLog).feed
    return eventLog
  }
  const messages = openMessages({ database, report })
  const counters = newCounters()
  const app = await buildServer({
    ...application,
    mechanisms: [
      ...accessTokens({
        issuer: baseUrl,
        audience: baseUrl,
        keys: (header, token) => (header.kid === KEY_ID ? testKeys : ownKeys)(header, token),
        isDenied: async (principal) =>
          denials.includes(principal.credential) ||
          (options.issuer !== undefined && hasLostAccess(database, principal)),
        certificateOf: certificateReader({ trusted: options.trustProxy, withCertificates: trustClientCert }),
        spendProof: (id, expires) => spendProof(database, id, expires),
        baseUrl,
        now: clock.now,
        ...tokens,
      }),
      apiKeyInHeader(findKey),
      apiKeyInBasic(findKey),
      apiKeyInQuery(findKey, inQuery),
      sessionInCookie(findSession, baseUrl),
    ],
    services: servicesOf(database, {
      secrets,
      now: clock.now,
      refusal: (address) => destinations.refusal(address),
      limits: { ...DEFAULT_LIMITS, ...limits },
    }),
    ...(options.issuer === undefined && { provider: { ...authorization, ...provider } }),
    baseUrl,
    limiter: unlimited,
    realtime: {
      // The log is followed from the first subscription on, so that other tests need none.
      feed: {
        get cursor() {
          return feed?.cursor ?? ''
        },
        subscribe: async (subscription) => (await startLog()).feed.subscribe(subscription),
      },
      channels: eventChannels(database, eventAccess),
      messages,
      limit: memoryConnectionLimit(5),
      counters,
      redeemTicket: (ticket) => redeemTicket(database, ticket, clock.now()),
      current: (principal) => currentPrincipal(database, principal, clock.now()),
      requireOwnPage: ownPagesOnly(baseUrl),
      ...realtime,
    },
    allowsOrigin: (origin) => origin === 'https://app.example.com',
    logger: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    ...options,
  })
  await app.ready()

  const withKey = (key: string) => callerOf(app, { 'x-api-key': key })
  const admin = beside?.admin ?? withKey((await createFirstKey(database, clock.now()))!)
  const anonymous = callerOf(app, {})

  const sending = (headers: Record<string, string>) => callerOf(app, headers)
  const maker = new TokenMaker(baseUrl, clock.now)
  const withToken = async (claims?: Claims) => sending({ authorization: `Bearer ${await maker.make(claims)}` })

  const caller = async ({ role = 'admin', scopes = Object.keys(allScopes) as Scope[], user_id = null }: KeyOptions) =>
    withKey((await admin.sdk.apiKeys.create({ name: 'Test', role, scopes, user_id })).secret)

  const viewer = async (name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    const { id } = await admin.sdk.users.create({ name, email, role: 'viewer' })
    const scopes: Scope[] = ['read:users', 'read:orders', 'read:events']
    return { id, ...(await caller({ role: 'viewer', scopes, user_id: id })) }
  }

  const browser = async (email: string, password: string) => {
    const { data, response } = await anonymous.sdk.session.create({ email, password }).withResponse()
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!
    return callerOf(app, { cookie, origin: baseUrl, 'x-csrf-token': data.csrf_token })
  }

  const stop = async () => {
    await app.close()
    await Promise.all([messages.close(), eventLog?.then((log) => log.stop())])
    await drop()
  }
  return {
    app,
    database,
    databaseUrl: url,
    clock,
    secrets,
    messages,
    counters,
    admin,
    anonymous,
    caller,
    withKey,
    tokens: maker,
    withToken,
    sending,
    browser,
    viewer,
    startEventLog: startLog,
    stop,
  }
}

const shared = ({ database, databaseUrl }: Service) => ({ database, url: databaseUrl, drop: async () => {} })

function providerOptions({
  database,
  clock: { now },
  secrets,
  baseUrl,
}: Pick<Service, 'database' | 'clock' | 'secrets'> & { baseUrl: string }): ProviderOptions & { keys: FreshKeys } {
  const find = (id: string) => findAccount(database, id)
  return {
    audience: baseUrl,
    accounts: { find, signIn: (email, password) => signIn(database, email, password) },
    clients: { find: (id) => findClient(database, id) },
    artifacts: oauthArtifacts(database, secrets, now),
    keys: freshKeys(keysOf(database, secrets, now)),
    denials: {
      deny: (denied) => denyNow(database, denied, now()),
      includes: (token) => isDenied(database, token),
    },
    cookieKeys: secrets.map((secret) => Buffer.from(secret).toString('base64')),
    signer: createSigner(secrets, 'interaction'),
    attempts: unlimitedAttempts,
    certificateOf: certificateReader(),
  }
}
