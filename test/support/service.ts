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
import { type Claims, KEY_ID, signingKeys, TokenMaker } from './access-tokens.ts'
import { type Caller, callerOf } from './caller.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { destinations } from './destinations.ts'

/** When tests take place, unless they move the clock. */
export const NOW = '2026-11-21T09:30:00.000Z'
export const BASE_URL = 'http://roster.test'
/** Where pages are from that may read the answers of a service of the tests. */
export const OTHER_ORIGIN = 'https://app.example.com'
/** What a service of the tests is called, and where it is. */
export const SITE: Site = { naming: roster.naming, baseUrl: BASE_URL }

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
  /** What it serves. */
  application: Application
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
  /** What a page of this service sends in which somebody has signed in. Throws where the sign-in is refused. */
  signIn(email: string, password: string): Promise<Record<string, string>>
  /** Such a page. */
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
  /** What it serves. Default: Roster. */
  application?: Application
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
  /** Whether it serves agents. Default: false. */
  mcp?: boolean
  /** Whether it takes API keys in the query. Default: false. */
  apiKeyInQuery?: boolean
  /** Proxies whose `Client-Cert` counts. Default: none. */
  trustClientCert?: string[]
  /** How much one maker may have, where it is not the default. */
  limits?: Partial<Limits>
}

/** The real gateway on a real database of its own, without a socket. */
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
    ISSUER: options.issuer,
    TRUST_PROXY: options.trustProxy,
    TRUST_CLIENT_CERT: trustClientCert ?? [],
  }
  const live = {
    // The log is followed from the first subscription on, so that other tests need none.
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

/** How the browsers of tests call themselves. */
export const BROWSER = 'Mozilla/5.0'

/** Nothing is limited by the time of the machine. */
const SETTINGS = readSettings(SITE.naming, { ROSTER_RATE_LIMIT: 'off', ROSTER_AUTH_THROTTLE: 'off' })

/** Takes tokens that tests have signed, beside those that are taken anyway. */
function takingTestTokens(usual: AccessTokenOptions): AccessTokenOptions {
  const testKeys = localKeys(async () => (await signingKeys()).publicKeys)
  return { ...usual, keys: (header, token) => (header.kid === KEY_ID ? testKeys : usual.keys)(header, token) }
}
