import type { About } from '../openapi/document.ts'
import type { AllowsOrigin } from '../http/cors.ts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FilePerformer, Performer } from '@roster/core'
import type { ErrorKind } from '@roster/core/contract'
import type { Signer } from '@roster/core/server'
import type { FastifyInstance } from 'fastify'
import type { EventSource } from '../openapi/webhooks.ts'
import type { Logger } from 'pino'
import type { Mechanism } from '../auth/credentials.ts'
import type { MetricsOptions } from '../metrics/metrics.ts'
import type { OverloadLimits } from './overload.ts'
import type { ProviderOptions } from '../authorization-server/options.ts'
import type { RealtimeOptions } from '../connections/connections.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { SecureServerOptions } from 'node:http2'
import type { Services } from '../context/request-context.ts'
import type { z } from 'zod'
import type { StaticText } from '../http/static-text.ts'
import type { SignInThrottle } from '../auth/sign-in-throttle.ts'

/** What a gateway is built from. */
export interface GatewayOptions {
  /** What REST paths begin with, such as `/api`: those that lack it, and name a resource, are led there. Default: nothing. */
  basePath?: string
  /** The procedures to serve. Those made by `on(operation)` get their REST path from their contract, others from trpc-to-openapi's meta. */
  router: AnyTRPCRouter
  /** Operations to serve over REST alone. Default: none. */
  rest?: readonly Performer[]
  /** Downloads to serve, at the paths of their contracts. Default: none. */
  files?: readonly FilePerformer[]
  /** Texts of the application to serve as they are, such as its own pages. Default: none. */
  texts?: readonly StaticText[]
  /** Names, descriptions and events of the router's resources, for the API reference. Default: none. */
  resources?: readonly (EventSource & { title: string; description: string })[]
  /** The record of those who sign in, for examples of the API reference. Default: nobody does. */
  account?: z.ZodObject
  /** Every kind of error that operations answer with, for their pages and the document. Default: those of the core. */
  errors?: readonly ErrorKind[]
  /** What the API reference says of the service as a whole. Default: that it is an API. */
  about?: About
  /** Ways to prove who calls. Default: none, so that only operations for everyone can be called. */
  mechanisms?: readonly Mechanism[]
  /** How agents prove who calls, to have the operations as tools (MCP), and what signs questions to their users. Default: agents are not served. */
  agents?: { mechanisms: readonly Mechanism[]; signer: Signer }
  /** The authorization server; none without. */
  provider?: ProviderOptions
  /** Who gives the access tokens that are taken. Default: this service. */
  issuer?: string
  /** What operations work with, beside the request: `servicesOf(database)` makes it. */
  services: Omit<Services, 'events'>
  /** Address that links are made from, without a trailing slash. */
  baseUrl: string
  /** Certificate and key, to serve TLS; plain HTTP without. */
  tls?: SecureServerOptions | undefined
  /** Proxies whose `X-Forwarded-*` headers count: how many hops, or which addresses. Default: none. */
  trustProxy?: number | string[]
  /** Whether plain HTTP is refused. Default: false. */
  httpsOnly?: boolean
  /** Counts requests against quotas. Default: `DEFAULT_QUOTAS`, in this process. */
  limiter?: RateLimiter
  /** Counts failed attempts to prove who one is. Default: there is no limit. */
  throttle?: SignInThrottle
  /** What connections that stay open work with. Default: none stays open. */
  realtime?: RealtimeOptions
  /** What `/metrics` tells beside what the gateway measures itself. Default: nothing is measured, and there is no such path. */
  metrics?: MetricsOptions
  /** Makes spans of requests. Default: nothing is traced. */
  traceRequests?: ((app: FastifyInstance, procedures: readonly string[]) => void) | undefined
  /** When to turn requests away. Default: never. */
  overload?: OverloadLimits
  /** Which origins' pages may read answers. Default: its own alone. */
  allowsOrigin?: AllowsOrigin
  /** Whether requests can be answered now. Default: when the database answers. */
  isReady?: () => Promise<boolean>
  /** Default: lines on the standard output, from `info` on. */
  logger?: Logger
}
