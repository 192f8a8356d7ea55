import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { type ConnectionLimit, memoryConnectionLimit, tooMany } from './limit.ts'

/** How long a process that died still counts, in milliseconds. */
const LEASE = 30_000

/** How often the others prolong what they hold. */
const RENEWAL = 10_000

/** A connection to Redis that is silent for this many milliseconds counts as lost. */
const SILENCE = 1_000

// One sorted set for each caller and kind: connections by the time at which they stop to count, unless they are prolonged.
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) == false and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1`

/** Counts over all processes, in Redis. While it does not answer, each process counts for itself. */
export function redisConnectionLimit(
  limit: number,
  url: string,
  logger: FastifyBaseLogger,
): { limit: ConnectionLimit; close: () => void } {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: SILENCE / 2,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: SILENCE,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000),
    },
  })
  client.on('error', (error: Error) => logger.debug({ err: error }, 'Redis does not answer'))
  // It tries for ever: the first callers wait for its first try alone.
  const connecting = Promise.race([client.connect().catch(() => undefined), wait(SILENCE, undefined, { ref: false })])
  const fallback = memoryConnectionLimit(limit)
  const held = new Map<string, string>()

  const put = (key: string, member: string, most: number) =>
    client.eval(TAKE, { keys: [key], arguments: [member, String(most), String(LEASE)] })

  const renewal = setInterval(() => {
    for (const [member, key] of held) put(key, member, Infinity).catch(() => undefined)
  }, RENEWAL)
  renewal.unref()

  return {
    limit: {
      async take(kind, principal) {
        await connecting
        const key = `roster:connections:${kind}:${principal}`
        const member = randomUUID()
        const taken = await put(key, member, limit).catch(() => undefined)
        if (taken === undefined) return fallback.take(kind, principal)
        if (taken === 0) throw tooMany(kind, limit)
        held.set(member, key)
        return () => {
          held.delete(member)
          client.zRem(key, member).catch(() => undefined)
        }
      },
    },
    close() {
      clearInterval(renewal)
      client.destroy()
    },
  }
}
