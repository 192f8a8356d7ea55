import type { RateLimiterAbstract } from 'rate-limiter-flexible'
// Imports single stores: the index of the package would load them all.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js'
import { type QuotaName, type Quotas, type RateLimiter, rateLimiter, WINDOW } from './rate-limit.ts'
import type { Redis } from '../redis/redis.ts'

/** Returns a store that counts up to `points` within `duration` seconds, for each key. */
export type StoreOf = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Returns a store that counts in this process. */
export const memoryStore: StoreOf = (options) => new RateLimiterMemory(options)

/** Returns a limiter that counts in stores of this kind. */
export function limiterIn(storeOf: StoreOf, quotas: Quotas): RateLimiter {
  const make = (name: QuotaName) => storeOf({ keyPrefix: `limit:${name}`, points: quotas[name], duration: WINDOW })
  const stores = { read: make('read'), write: make('write'), anonymous: make('anonymous'), token: make('token') }
  return rateLimiter(quotas, stores)
}

/** Returns a limiter that counts in this process. */
export const memoryLimiter = (quotas: Quotas): RateLimiter => limiterIn(memoryStore, quotas)

/** Returns a maker of stores that count in Redis, for all processes together. While Redis does not answer, each process counts for itself. */
export const redisStore =
  ({ client, keyOf }: Redis): StoreOf =>
  (options) =>
    new RateLimiterRedis({
      ...options,
      keyPrefix: keyOf(options.keyPrefix),
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
