/** A gateway that serves a router of operations over REST and tRPC. */
export { apiKeyInBasic, apiKeyInHeader } from './auth/api-key.ts'
export type { Authenticate, Mechanism } from './auth/credentials.ts'
export { DEFAULT_QUOTAS, type Quotas, type RateLimiter, unlimited } from './http/rate-limit.ts'
export { memoryLimiter, redisLimiter } from './http/rate-limit-stores.ts'
export type { Services } from './request-context.ts'
export type { GatewayOptions } from './options.ts'
export { buildServer } from './server.ts'
