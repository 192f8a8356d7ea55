import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type QuotaName, type Quotas, type RateLimiter, rateLimiter, WINDOW } from './rate-limit.ts'

type StoreOf = (
  name: QuotaName,
  options: { keyPrefix: string; points: number; duration: number },
) => RateLimiterAbstract

function storesOf(quotas: Quotas, storeOf: StoreOf): Record<QuotaName, RateLimiterAbstract> {
  const make = (name: QuotaName) =>
    storeOf(name, { keyPrefix: `roster:limit:${name}`, points: quotas[name], duration: WINDOW })
  return { read: make('read'), write: make('write'), anonymous: make('anonymous'), token: make('token') }
}

/** Counts in this process. */
export function memoryLimiter(quotas: Quotas): RateLimiter {
  return rateLimiter(
    quotas,
    storesOf(quotas, (_name, options) => new RateLimiterMemory(options)),
  )
}

/**
 * Counts in Redis, for all processes together. While Redis does not answer, each process counts for itself; it is logged when that begins and
 * when it ends.
 */
export async function redisLimiter(
  quotas: Quotas,
  url: string,
  logger: FastifyBaseLogger,
): Promise<{ limiter: RateLimiter; close: () => Promise<void> }> {
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

  const stores = storesOf(quotas, (_name, options) => {
    const insuranceLimiter = new RateLimiterMemory(options)
    return new RateLimiterRedis({
      ...options,
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter,
    })
  })
  return { limiter: rateLimiter(quotas, stores), close: async () => client.destroy() }
}

/** A connection that is silent for this many milliseconds, although it is asked for a sign of life, counts as lost. */
const SILENCE = 1_000

/** Milliseconds before the next try to connect. */
const reconnectAfter = (tries: number) => Math.min(100 * 2 ** tries, 5_000)
