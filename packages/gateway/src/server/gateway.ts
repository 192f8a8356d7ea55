import type { Logger } from 'pino'
import { authenticator, challengesOf } from '../auth/credentials.ts'
import { unthrottled } from '../auth/sign-in-throttle.ts'
import { Connections } from '../connections/connections.ts'
import type { Gateway } from '../context/request-context.ts'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import { createLogger } from '../logs/logger.ts'
import type { GatewayOptions } from './options.ts'

/** Settings and services that the parts of a server share. */
export interface ServerGateway extends Gateway {
  logger: Logger
  /** Whether the authorization server is served here. */
  hasProvider: boolean
}

/** Returns the gateway of a server, from its options and their defaults. */
export function gatewayOf(options: GatewayOptions): ServerGateway {
  const { baseUrl, basePath = '', resources = [], mechanisms = [], realtime, logger = createLogger('info') } = options
  const hasProvider = options.provider !== undefined
  const { limiter = memoryLimiter(DEFAULT_QUOTAS), throttle = unthrottled, httpsOnly = false } = options
  const events = new Map(resources.flatMap((resource) => Object.entries(resource.events)))
  const services = { ...options.services, events }
  const authenticate = authenticator(mechanisms)
  const connections = realtime && new Connections(realtime, authenticate, challengesOf(mechanisms))
  const { naming } = services
  return {
    authenticate,
    limiter,
    throttle,
    services,
    naming,
    baseUrl,
    basePath,
    httpsOnly,
    hasProvider,
    logger,
    connections,
    ends: [],
  }
}
