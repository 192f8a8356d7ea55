import type { IncomingMessage } from 'node:http'
import { requireScope } from '@roster/core'
import { NOBODY, type Principal, Problem } from '@roster/core/contract'
import { asProblem, type Connection, type Context } from '@roster/core/server'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../auth/credentials.ts'
import { refuseQueryKey } from '../auth/query-key.ts'
import type { SignInThrottle } from '../auth/sign-in-throttle.ts'
import { networkOf } from '../http/client-network.ts'
import type { Site } from '../naming/site.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { isOurFault } from '../problems/problem.ts'
import type { LiveConnection } from '../connections/connection.ts'
import type { Connections, Opening } from '../connections/connections.ts'
import type { Transport } from '../connections/counters.ts'
import { whenAborted } from '../connections/when-aborted.ts'
import { shown } from '../operations/serializer.ts'
import type { OnEnd } from '../logs/request-end.ts'
import { logAttempt } from '../logs/security-log.ts'

/** Services of the application in the context of every request. */
export type Services = Omit<
  Context,
  | 'admit'
  | 'connect'
  | 'throttled'
  | 'requestId'
  | 'address'
  | 'userAgent'
  | 'calls'
  | 'tell'
  | 'shown'
  | 'baseUrl'
  | 'precondition'
>

/** Settings and services of the gateway, for every protocol. */
export interface Gateway extends Site {
  authenticate: Authenticate
  limiter: RateLimiter
  throttle: SignInThrottle
  services: Services
  /** Prefix of all REST paths; empty for none. */
  basePath: string
  /** Whether plain HTTP is refused. */
  httpsOnly: boolean
  logger: FastifyBaseLogger
  /** Connections that stay open; undefined when none are served. */
  connections?: Connections | undefined
  /** Functions that are told of the end of every request. */
  ends: OnEnd[]
}

/** The address that a call counts against, and the response that gets the headers of the remaining quota. */
interface Counted {
  ip: string
  reply?: { headers(values: Record<string, string>): unknown; hasHeader(name: string): boolean }
}

/** The request that a call comes from. */
export interface Origin extends Counted {
  raw: IncomingMessage
  id: string
  /** How many calls the request makes. Default: 1. */
  calls?: number
  /** Called with the principal once it is known. */
  onCaller?: (principal: Principal) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The principal that calls; null until it is known. */
    principal: Principal | null
  }
}

/** Returns the origin of a Fastify request. */
export function originOf(request: FastifyRequest, reply: FastifyReply): Origin {
  const { raw, id, ip } = request
  return { raw, id, ip, reply, onCaller: (principal) => void (request.principal = principal) }
}

/** The context of an operation, with what the gateway has learned about the request. */
export interface RequestContext extends Context {
  /**
   * Returns the present principal of the request, without counting it against a quota. Throws `unauthenticated`, or `rate-limited` when the address
   * has failed too often.
   */
  identify(): Promise<Principal>
  /** `Set-Cookie` header that makes the browser known from now on, after this request has proved an account. */
  deviceCookie?: string | undefined
}

/** How long the principal of a request counts as known, in milliseconds. */
const KNOWN = 1_000

/**
 * Returns the context of an HTTP request, which identifies the caller at the first use, and anew at a use more than a second later: a body may take a minute
 * to arrive, and the credential may end meanwhile. `transport` is that of a stream over the request.
 */
export function requestContext(gateway: Gateway, origin: Origin, transport: Transport = 'trpc-sse'): RequestContext {
  const { now } = gateway.services
  let known: { principal: Promise<Principal>; at: number } | undefined
  return contextOf(gateway, origin, {
    identify() {
      const time = now()
      if (!known || time - known.at > KNOWN) known = { principal: gateway.authenticate(origin.raw), at: time }
      return known.principal
    },
    async connect(needs, signal) {
      const connection = await openConnection(gateway, origin, { kind: 'stream', transport, needs })
      if (signal) whenAborted(signal, () => connection.close())
      return connection
    },
  })
}

/**
 * Admits a caller to a connection that stays open, counted against the `read` quota. Throws like any request, and `unavailable` when connections are
 * not served.
 */
export async function openConnection(gateway: Gateway, origin: Origin, opening: Opening): Promise<LiveConnection> {
  const { connections } = gateway
  if (!connections) throw new Problem('unavailable', 'Connections that stay open are not served here.')
  const principal = await admitted(gateway, origin, 'read', () => connections.identify(origin.raw))
  return connections.open(origin.raw, principal, opening)
}

/** Maximum subscriptions on one socket. */
const MAX_SUBSCRIPTIONS = 50

/** Returns the context of a socket that stays open. The caller is authenticated again each time, so that a revoked credential stops. */
export function socketContext(gateway: Gateway, origin: Origin, socket: LiveConnection): Context {
  let subscriptions = 0
  return contextOf(gateway, origin, {
    identify: socket.ask,
    async connect(needs, signal) {
      requireScope(needs, await admitted(gateway, origin, 'read', socket.ask))
      if (subscriptions >= MAX_SUBSCRIPTIONS)
        throw new Problem('rate-limited', `A socket carries at most ${MAX_SUBSCRIPTIONS} subscriptions. End one first.`)
      subscriptions++
      const subscription = socket.share(signal)
      whenAborted(subscription.signal, () => subscriptions--)
      return subscription
    },
  })
}

interface Caller {
  identify: () => Promise<Principal>
  connect: (operation: Opening['needs'], signal: AbortSignal | undefined) => Promise<Connection>
}

function contextOf(gateway: Gateway, origin: Origin, { identify, connect }: Caller): RequestContext {
  const { now, database, signer, sealer, webhooks, limits, access, naming, events } = gateway.services
  // All members are listed, those that are set later as undefined: a spread, and members that are added, would cost every request allocations.
  const context: RequestContext = {
    now,
    database,
    signer,
    sealer,
    webhooks,
    limits,
    access,
    naming,
    events,
    asked: undefined,
    precondition: undefined,
    deviceCookie: undefined,
    baseUrl: gateway.baseUrl,
    requestId: origin.id,
    address: origin.ip,
    userAgent: origin.raw.headers['user-agent'],
    calls: origin.calls,
    shown,
    tell(operation, ended) {
      if (operation.security) logAttempt(gateway.logger.child({ request_id: origin.id }), origin.ip, operation, ended)
    },
    async throttled(account, prove, query) {
      const by = { address: origin.ip, cookies: origin.raw.headers.cookie, query }
      const proof = await gateway.throttle.attempt(account, by, prove)
      if (proof !== undefined) context.deviceCookie = await gateway.throttle.remember(account, by)
      return proof
    },
    admit: ({ method, scope }) =>
      scope === 'none'
        ? anybody(gateway, origin)
        : admitted(gateway, origin, method === 'GET' ? 'read' : 'write', identify),
    identify: () => identified(gateway, origin, identify),
    connect,
  }
  return context
}

/** Admits the caller of a request that needs no credential. */
async function anybody(gateway: Gateway, origin: Origin): Promise<Principal> {
  await spendAnonymously(gateway, origin)
  refuseQueryKey(origin.raw)
  return NOBODY
}

async function admitted(
  gateway: Gateway,
  origin: Origin,
  quota: 'read' | 'write',
  identify: () => Promise<Principal>,
): Promise<Principal> {
  const principal = await identified(gateway, origin, identify)
  const left = await gateway.limiter.spend(quota, principal.id)
  origin.reply?.headers(left)
  return principal
}

async function identified(gateway: Gateway, origin: Origin, identify: () => Promise<Principal>): Promise<Principal> {
  try {
    const principal = await identify()
    origin.onCaller?.(principal)
    return principal
  } catch (error) {
    // A failed authentication counts against the address, so that credentials cannot be tried without limit.
    throw await counted(gateway, origin, asProblem(error))
  }
}

/**
 * Returns the problem to answer a request with. A request that no quota has counted yet counts against its address, and the problem may become
 * `rate-limited`. Faults of the service do not count.
 */
export async function counted(gateway: Gateway, origin: Counted, problem: Problem): Promise<Problem> {
  if (origin.reply?.hasHeader('x-ratelimit-limit') || 'x-ratelimit-limit' in problem.headers) return problem
  try {
    if (isOurFault(problem)) origin.reply?.headers(await gateway.limiter.peek('anonymous', networkOf(origin.ip)))
    else await spendAnonymously(gateway, origin)
    return problem
  } catch (limited) {
    return asProblem(limited)
  }
}

/**
 * Counts requests that reach no operation, such as one for an unknown path: against the caller when the credential is valid, else against the
 * address. Throws `rate-limited`.
 */
export async function spendByCaller(gateway: Gateway, origin: Origin, requests = 1): Promise<void> {
  const principal = await gateway.authenticate(origin.raw).catch(() => undefined)
  if (principal) origin.onCaller?.(principal)
  const quota = READS.has(origin.raw.method) ? 'read' : 'write'
  for (let spent = 0; spent < requests; spent++) {
    if (principal) origin.reply?.headers(await gateway.limiter.spend(quota, principal.id))
    else await spendAnonymously(gateway, origin)
  }
}

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Counts a request against its address, and sets the headers of the remaining quota. Throws `rate-limited`. */
export async function spendAnonymously(gateway: Gateway, origin: Counted): Promise<void> {
  const left = await gateway.limiter.spend('anonymous', networkOf(origin.ip))
  origin.reply?.headers(left)
}
