import { randomBytes } from 'node:crypto'
import type { Application, Database } from '@roster/core'
import {
  createFirstKey,
  DEFAULT_LIMITS,
  DenyList,
  type EventLog,
  type Limits,
  type Messages,
  openMessages,
  queueDeliveries,
  type ServiceSecrets,
  startEventLog,
} from '@roster/core/server'
import { type Role, type Scope, scopes as allScopes, application as roster } from '@roster/api'
import {
  type AccessTokenOptions,
  buildServer,
  composeService,
  type GatewayOptions,
  localKeys,
  newCounters,
  type ProviderOptions,
  readSettings,
  type RealtimeCounters,
  type RealtimeOptions,
  type Settings,
  type Site,
} from '@roster/gateway'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { vi } from 'vitest'
import { type Claims, KEY_ID, signingKeys, TokenMaker } from './access-tokens.ts'
import { type Caller, callerOf } from './caller.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { destinations } from './destinations.ts'

/** Initial time of the tests' clock. */
export const NOW = '2026-11-21T09:30:00.000Z'
export const BASE_URL = 'http://roster.test'
/** Origin whose pages may read the responses of the tests' services. */
export const OTHER_ORIGIN = 'https://app.example.com'
/** Naming and URL of the tests' services. */
export const SITE: Site = { naming: roster.naming, baseUrl: BASE_URL }

/** A clock that stands still until `advance`. It begins at `NOW`, or with `atPresent` at the machine's time, for tests with programs that use that time. */
export class Clock {
  #time: number

  constructor(time = Date.parse(NOW)) {
    this.#time = time
  }

  static atPresent(): Clock {
    return new Clock(Date.now())
  }

  readonly now = () => this.#time

  /** Moves the clock forward by `by` milliseconds. */
  advance(by: number): void {
    this.#time += by
  }
}

export interface Service {
  app: FastifyInstance
  /** The served application. */
  application: Application
  database: Database
  /** URL of the database on the server; undefined for the embedded one. */
  databaseUrl: string | undefined
  clock: Clock
  /** Secrets with which the service was started. */
  secrets: ServiceSecrets
  counters: RealtimeCounters
  messages: Messages
  /** An administrator without a user record. */
  admin: Caller
  /** A caller without a credential. */
  anonymous: Caller
  /** Returns a caller with a new API key. */
  caller: (key: KeyOptions) => Promise<Caller>
  /** Returns a caller with the key that has this secret. */
  withKey: (secret: string) => Caller
  /** Makes access tokens that this service accepts. */
  tokens: TokenMaker
  /** Returns a caller with a new access token. */
  withToken: (claims?: Claims) => Promise<Caller>
  /** Returns a caller that sends these headers. */
  sending: (headers: Record<string, string>) => Caller
  /** Signs a user in, and returns the headers that a page of this service then sends. Throws when the sign-in is refused. */
  signIn(email: string, password: string): Promise<Record<string, string>>
  /** Signs a user in, and returns a caller that sends the headers of such a page. */
  browser(email: string, password: string): Promise<Caller>
  /** Creates a viewer, and returns a caller with the viewer's user identifier. */
  viewer(name: string): Promise<Caller & { id: string }>
  /** Starts ordering events, as a running service does. */
  startEventLog(): Promise<EventLog>
  stop(): Promise<void>
}

export interface KeyOptions {
  role?: Role
  scopes?: Scope[]
  user_id?: string | null
}

/** Options of a test's service. With another `issuer` the service is no authorization server. */
export interface ServiceOptions extends Partial<Omit<GatewayOptions, 'provider' | 'realtime'>> {
  /** The served application. Default: Roster. */
  application?: Application
  realtime?: Partial<RealtimeOptions>
  provider?: Partial<ProviderOptions>
  /** A service whose database and secrets this one shares, like a second process. */
  beside?: Service
  /** Opens the service's database. Default: a copy of the template. */
  open?: () => Promise<TestDatabase>
  /** The service's clock. Default: that of `beside`, else `NOW`. Browsers expire cookies by the machine's time: use `Clock.atPresent()` with a browser. */
  clock?: Clock
  /** Secrets for sealing and signing. Default: those of `beside`, else random ones. */
  secrets?: ServiceSecrets
  /** Options of access tokens. By default the service accepts its own tokens and those of `Service.tokens`. */
  tokens?: Partial<AccessTokenOptions>
  /** Whether the service serves agents. Default: false. */
  mcp?: boolean
  /** Whether the service accepts API keys in the query. Default: false. */
  apiKeyInQuery?: boolean
  /** Whether the service limits failed attempts, as a service does by default. Default: false. */
  authThrottle?: boolean
  /** Proxies whose `Client-Cert` header is trusted. Default: none. */
  trustClientCert?: string[]
  /** Limits per maker that differ from the defaults. */
  limits?: Partial<Limits>
}

/** Stops `Date` at the time of a service's clock, until the end of the test file. */
export function holdDate({ clock }: Service): void {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
}

/** Moves the clock of a service forward, and with it the `Date` that is held, by so many milliseconds. */
export function passTime({ clock }: Service, by: number): void {
  clock.advance(by)
  vi.setSystemTime(clock.now())
}

/** Starts the real gateway on its own real database, without a socket. */
export async function startService({
  application = roster,
  provider,
  realtime,
  beside,
  open = () => copyDatabase(),
  clock = beside?.clock ?? new Clock(),
  tokens,
  mcp = false,
  apiKeyInQuery: inQuery = false,
  authThrottle = false,
  secrets = beside?.secrets ?? [randomBytes(32)],
  trustClientCert,
  limits,
  ...options
}: ServiceOptions = {}): Promise<Service> {
  const { database, url, drop } = beside ? shared(beside) : await open()
  const site = { naming: application.naming, baseUrl: options.baseUrl ?? BASE_URL }
  const denyList = new DenyList(database, clock.now, () => 0)
  await denyList.read()
  const logger = options.logger ?? pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const report = (error: unknown) => logger.error({ err: error }, 'Something fell behind')
  let eventLog: Promise<EventLog> | undefined
  let feed: EventLog['feed'] | undefined
  const startLog = async () => {
    eventLog ??= startEventLog({ database, now: clock.now, hooks: [queueDeliveries(application.eventAccess)], report })
    feed = (await eventLog).feed
    return eventLog
  }
  const messages = openMessages({ database, report })
  const counters = newCounters()
  const settings: Settings = {
    ...SETTINGS,
    LIMITS: { ...DEFAULT_LIMITS, ...limits },
    MCP: mcp ? 'on' : 'off',
    API_KEY_IN_QUERY: inQuery ? 'on' : 'off',
    AUTH_THROTTLE: authThrottle ? 'on' : 'off',
    ISSUER: options.issuer,
    TRUST_PROXY: options.trustProxy,
    TRUST_CLIENT_CERT: trustClientCert ?? [],
  }
  const live = {
    // The log is started at the first subscription, so that other tests run without one.
    feed: {
      get cursor() {
        return feed?.cursor ?? ''
      },
      subscribe: async (subscription: Parameters<EventLog['feed']['subscribe']>[0]) =>
        (await startLog()).feed.subscribe(subscription),
    },
    messages,
    denyList,
    destinations,
  }
  const takeOurs = (usual: AccessTokenOptions) => ({ ...takingTestTokens(usual), ...tokens })
  const composed = composeService({ ...site, application, settings, logger, database, secrets, now: clock.now }, live, {
    tokens: takeOurs,
  })
  const app = await buildServer({
    ...composed,
    allowsOrigin: (origin) => origin === OTHER_ORIGIN,
    ...options,
    ...(composed.provider && { provider: { ...composed.provider, ...provider } }),
    realtime: { ...composed.realtime, counters, ...realtime },
  })
  await app.ready()

  const withKey = (key: string) => callerOf(app, { 'x-api-key': key }, application)
  const { access, naming } = application
  const admin = beside?.admin ?? withKey((await createFirstKey({ database, access, naming }, clock.now()))!)
  const anonymous = callerOf(app, {}, application)

  const sending = (headers: Record<string, string>) => callerOf(app, headers, application)
  const maker = new TokenMaker(site.baseUrl, clock.now, application.access)
  const withToken = async (claims?: Claims) => sending({ authorization: `Bearer ${await maker.make(claims)}` })

  const caller = async ({ role = 'admin', scopes = Object.keys(allScopes) as Scope[], user_id = null }: KeyOptions) =>
    withKey((await admin.sdk.apiKeys.create({ name: 'Test', role, scopes, user_id })).secret)

  const viewer = async (name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    const { id } = await admin.sdk.users.create({ name, email, role: 'viewer' })
    const scopes: Scope[] = ['read:users', 'read:orders', 'read:events']
    return { id, ...(await caller({ role: 'viewer', scopes, user_id: id })) }
  }

  const signIn = async (email: string, password: string) => {
    const request = `POST ${application.basePath}/session`
    const { status, headers, body } = await anonymous.rest(request, { email, password }, { 'user-agent': BROWSER })
    if (status !== 201) throw new Error(`Nobody is signed in: ${body.detail}`)
    const cookie = [headers['set-cookie']].flat().join().split(';')[0]!
    return { cookie, origin: site.baseUrl, 'x-csrf-token': body.csrf_token }
  }
  const browser = async (email: string, password: string) => sending(await signIn(email, password))

  const stop = async () => {
    await app.close()
    await Promise.all([messages.close(), eventLog?.then((log) => log.stop())])
    await drop()
  }
  return {
    app,
    application,
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
    signIn,
    browser,
    viewer,
    startEventLog: startLog,
    stop,
  }
}

const shared = ({ database, databaseUrl }: Service) => ({ database, url: databaseUrl, drop: async () => {} })

/** `User-Agent` of the tests' browsers. */
export const BROWSER = 'Mozilla/5.0'

/** Settings without limits that depend on the machine's time. */
const SETTINGS = readSettings(SITE.naming, { ROSTER_RATE_LIMIT: 'off' })

/** Returns options that also accept tokens that tests have signed. */
function takingTestTokens(usual: AccessTokenOptions): AccessTokenOptions {
  const testKeys = localKeys(async () => (await signingKeys()).publicKeys)
  return { ...usual, keys: (header, token) => (header.kid === KEY_ID ? testKeys : usual.keys)(header, token) }
}
