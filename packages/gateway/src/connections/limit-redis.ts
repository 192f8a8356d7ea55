import { randomUUID } from 'node:crypto'
import type { Redis } from '../redis/redis.ts'
import { type ConnectionLimit, memoryConnectionLimit, type Release, tooMany } from './limit.ts'

/** How long the connections of a dead process still count, in milliseconds. */
const LEASE = 30_000

/** Interval at which running processes renew their connections, in milliseconds. */
const RENEWAL = 10_000

// One sorted set for each caller and kind: connections by the time at which they stop counting, unless they are renewed.
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) == false and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1`

/** Returns a limit that counts the connections of all processes in Redis. While Redis does not answer, each process counts for itself. */
export function redisConnectionLimit(limit: number, { client, tried, keyOf }: Redis): ConnectionLimit {
  const fallback = memoryConnectionLimit(limit)
  const held = new Map<string, string>()
  let renewal: NodeJS.Timeout | undefined

  const put = (key: string, member: string, most: number) =>
    client.eval(TAKE, { keys: [key], arguments: [member, String(most), String(LEASE)] })

  function renew(): void {
    for (const [member, key] of held) put(key, member, Infinity).catch(() => undefined)
  }

  function rest(): void {
    clearInterval(renewal)
    renewal = undefined
  }

  function hold(member: string, key: string): Release {
    held.set(member, key)
    renewal ??= setInterval(renew, RENEWAL)
    return () => {
      held.delete(member)
      if (held.size === 0) rest()
      client.zRem(key, member).catch(() => undefined)
    }
  }

  return {
    async take(kind, principal) {
      await tried
      const key = keyOf(`connections:${kind}:${principal}`)
      const member = randomUUID()
      const taken = await put(key, member, limit).catch(() => undefined)
      if (taken === undefined) return fallback.take(kind, principal)
      if (taken === 0) throw tooMany(kind, limit)
      return hold(member, key)
    },
  }
}
