import type { IncomingMessage } from 'node:http'
import { asProblem, type Context, NOBODY, type Principal, type Problem } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './auth/credentials.ts'
import type { SignInThrottle } from './auth/sign-in-throttle.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import { isOurFault } from './problem.ts'

/** What the application adds to the context of every request. */
export type Services = Omit<Context, 'admit' | 'throttled' | 'requestId' | 'baseUrl' | 'precondition'>

/** What the edge works with, whatever the protocol. */
export interface Edge {
  authenticate: Authenticate
  limiter: RateLimiter
  throttle: SignInThrottle
  services: Services
  baseUrl: string
  /** Whether plain HTTP is refused. */
  httpsOnly: boolean
}

/** Which address a call counts against, and where the headers go that say what is left of its quota. */
interface Counted {
  ip: string
  reply?: { headers(values: Record<string, string>): unknown; hasHeader(name: string): boolean }
}

/** Where a call comes from. */
export interface Origin extends Counted {
  raw: IncomingMessage
  id: string
}

/** Where a Fastify request comes from. */
export function originOf({ raw, id, ip }: FastifyRequest, reply: FastifyReply): Origin {
  return { raw, id, ip, reply }
}

/** The context of one HTTP request: who calls is found out once, at the first question. */
export function requestContext(edge: Edge, origin: Origin): Context {
  let principal: Promise<Principal> | undefined
  return contextOf(edge, origin, () => (principal ??= edge.authenticate(origin.raw)))
}

/** The context of a socket that stays open: who calls is asked anew each time, so that a revoked credential stops. */
export function socketContext(edge: Edge, origin: Origin): Context {
  return contextOf(edge, origin, () => edge.authenticate(origin.raw))
}

function contextOf(edge: Edge, origin: Origin, identify: () => Promise<Principal>): Context {
  return {
    ...edge.services,
    baseUrl: edge.baseUrl,
    requestId: origin.id,
    throttled: (account, prove) => edge.throttle.attempt(account, origin.ip, prove),
    async admit({ method, scope }) {
      if (scope === 'none') return spendAnonymously(edge, origin).then(() => NOBODY)
      const principal = await identify().catch((error: unknown) => refuse(edge, origin, error))
      origin.reply?.headers(await edge.limiter.spend(method === 'GET' ? 'read' : 'write', principal.id))
      return principal
    },
  }
}

/** A request of nobody known counts against its address, so that credentials cannot be tried out without limit. */
async function refuse(edge: Edge, origin: Origin, error: unknown): Promise<never> {
  throw await counted(edge, origin, asProblem(error))
}

/**
 * The problem to answer a request with. One that nothing has counted yet counts against its address, and may be `rate-limited`; what is
 * our own fault is free.
 */
export async function counted(edge: Edge, origin: Counted, problem: Problem): Promise<Problem> {
  if (origin.reply?.hasHeader('x-ratelimit-limit') || 'x-ratelimit-limit' in problem.headers) return problem
  try {
    if (isOurFault(problem)) origin.reply?.headers(await edge.limiter.peek('anonymous', origin.ip))
    else await spendAnonymously(edge, origin)
    return problem
  } catch (limited) {
    return asProblem(limited)
  }
}

/** Counts a request against its address, and says on its answer what is left. Throws `rate-limited`. */
export async function spendAnonymously(edge: Edge, origin: Counted): Promise<void> {
  origin.reply?.headers(await edge.limiter.spend('anonymous', origin.ip))
}
