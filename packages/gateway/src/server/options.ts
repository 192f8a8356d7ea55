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

/** Options of a gateway. */
export interface GatewayOptions {
  /** Prefix of all REST paths, such as `/api`. Requests for a resource without the prefix are redirected to its path. Default: none. */
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
  /** Schema of the record of a signed-in user, for examples of the API reference. Default: no users sign in. */
  account?: z.ZodObject
  /** All kinds of errors that operations answer with, for their pages and the document. Default: those of the core. */
  errors?: readonly ErrorKind[]
  /** Title and description of the service in the API reference. Default: those of a generic API. */
  about?: About
  /** Authentication mechanisms. Default: none, so that only operations without a credential can be called. */
  mechanisms?: readonly Mechanism[]
  /** Authentication mechanisms of agents, which call operations as tools (MCP), and the signer of questions to their users. Default: agents are not served. */
  agents?: { mechanisms: readonly Mechanism[]; signer: Signer }
  /** Options of the authorization server. Default: none is served. */
  provider?: ProviderOptions
  /** Issuer of the accepted access tokens. Default: this service. */
  issuer?: string
  /** Services that operations use; `servicesOf(database)` makes them. */
  services: Omit<Services, 'events'>
  /** Base URL of all links, without a trailing slash. */
  baseUrl: string
  /** Certificate and key, to serve TLS. Default: plain HTTP. */
  tls?: SecureServerOptions | undefined
  /** Proxies whose `X-Forwarded-*` headers count: how many hops, or which addresses. Default: none. */
  trustProxy?: number | string[]
  /** Whether plain HTTP is refused. Default: false. */
  httpsOnly?: boolean
  /** Counts requests against quotas. Default: `DEFAULT_QUOTAS`, in this process. */
  limiter?: RateLimiter
  /** Counts failed attempts to prove an account. Default: no limit. */
  throttle?: SignInThrottle
  /** Options of connections that stay open. Default: none are served. */
  realtime?: RealtimeOptions
  /** Metrics of `/metrics` besides those that the gateway measures. Default: nothing is measured, and the path does not exist. */
  metrics?: MetricsOptions
  /** Makes spans of requests. Default: nothing is traced. */
  traceRequests?: ((app: FastifyInstance, procedures: readonly string[]) => void) | undefined
  /** Limits above which requests are refused. Default: none. */
  overload?: OverloadLimits
  /** Rule for which origins' pages may read responses. Default: the service's own alone. */
  allowsOrigin?: AllowsOrigin
  /** Whether requests can be answered now. Default: when the database answers. */
  isReady?: () => Promise<boolean>
  /** Logger of the server. Default: lines on the standard output, from `info` on. */
  logger?: Logger
}
