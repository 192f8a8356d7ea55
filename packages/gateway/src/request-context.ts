import type { IncomingMessage } from 'node:http'
import { type Context, NOBODY, type Principal, Problem } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './auth/credentials.ts'
import type { SignInThrottle } from './auth/sign-in-throttle.ts'
import type { RateLimiter } from './http/rate-limit.ts'

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

/** Where a call comes from, and where the headers go that say what is left of its quota. */
export interface Origin {
  raw: IncomingMessage
  id: string
  ip: string
  reply?: { headers(values: Record<string, string>): unknown }
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
  if (error instanceof Problem && error.status < 500) await spendAnonymously(edge, origin)
  throw error
}

/** Counts a request against its address, and says on its answer what is left. Throws `rate-limited`. */
export async function spendAnonymously(edge: Edge, origin: Origin): Promise<void> {
  origin.reply?.headers(await edge.limiter.spend('anonymous', origin.ip))
}
