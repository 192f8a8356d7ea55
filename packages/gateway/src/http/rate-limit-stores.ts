import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type QuotaName, type Quotas, type RateLimiter, rateLimiter, WINDOW } from './rate-limit.ts'

/** Makes a store that counts up to `points` within `duration` seconds, for each key. */
export type StoreOf = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Counts in this process. */
export const memoryStore: StoreOf = (options) => new RateLimiterMemory(options)

/** A limiter that counts in stores of this kind. */
export function limiterIn(storeOf: StoreOf, quotas: Quotas): RateLimiter {
  const make = (name: QuotaName) =>
    storeOf({ keyPrefix: `roster:limit:${name}`, points: quotas[name], duration: WINDOW })
  const stores = { read: make('read'), write: make('write'), anonymous: make('anonymous'), token: make('token') }
  return rateLimiter(quotas, stores)
}

/** A limiter that counts in this process. */
export const memoryLimiter = (quotas: Quotas): RateLimiter => limiterIn(memoryStore, quotas)

/**
 * Stores that count in Redis, for all processes together. While Redis does not answer, each process counts for itself; it is logged when that
 * begins and when it ends.
 */
export function redisStores(url: string, logger: FastifyBaseLogger): { storeOf: StoreOf; close: () => void } {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: SILENCE / 2,
    socket: { connectTimeout: 2_000, socketTimeout: SILENCE, reconnectStrategy: reconnectAfter },
  })
  let isLost = false
  client.on('error', (error: Error) => {
    if (!isLost) logger.error({ err: error }, 'Redis does not answer: rate limits count in each process until it does')
    isLost = true
  })
  client.on('ready', () => {
    if (isLost) logger.info('Redis answers again: rate limits count over all processes')
    isLost = false
  })
  void client.connect().catch(() => undefined)

  const storeOf: StoreOf = (options) => {
    const insuranceLimiter = new RateLimiterMemory(options)
    return new RateLimiterRedis({
      ...options,
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter,
    })
  }
  return { storeOf, close: () => client.destroy() }
}

/** A connection that is silent for this many milliseconds, although it is asked for a sign of life, counts as lost. */
const SILENCE = 1_000

/** Milliseconds before the next try to connect. */
const reconnectAfter = (tries: number) => Math.min(100 * 2 ** tries, 5_000)
