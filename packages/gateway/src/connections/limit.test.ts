import type { Problem } from '@roster/core/contract'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { namingOf } from '@roster/core/contract'
import { openRedis, type Redis } from '../redis/redis.ts'
import { type ConnectionKind, type ConnectionLimit, memoryConnectionLimit, type Release } from './limit.ts'
import { redisConnectionLimit } from './limit-redis.ts'

const url = process.env['REDIS_URL']
const logger = pino({ level: 'silent' })
const opened: Redis[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const redis of opened.splice(0)) redis.close()
})

/** The limit of a process of its own. */
async function ofProcess(limit: number, at = url!): Promise<ConnectionLimit> {
  const redis = await openRedis(at, namingOf('Roster'), logger)
  opened.push(redis)
  return redisConnectionLimit(limit, redis)
}

let callers = 0
const newCaller = () => `key_${process.pid}_${Date.now()}_${callers++}`

const refused = { code: 'rate-limited', headers: { 'retry-after': '5' } }

/** What becomes of taking connections from two limits of two, among others after one was given back. */
async function takeAll(one: ConnectionLimit, other: ConnectionLimit): Promise<string[]> {
  const caller = newCaller()
  const taken: string[] = []
  const take = async (limit: ConnectionLimit, kind: ConnectionKind, who = caller) => {
    const outcome = await limit.take(kind, who).catch((error: Problem) => error)
    taken.push(typeof outcome === 'function' ? 'taken' : outcome.code)
    return outcome as Release
  }
  const release = await take(one, 'socket')
  await take(other, 'socket')
  await take(one, 'socket')
  await take(one, 'stream')
  await take(one, 'socket', newCaller())
  release()
  await take(other, 'socket')
  await take(other, 'socket')
  return taken
}

const TAKEN = ['taken', 'taken', 'rate-limited', 'taken', 'taken', 'taken', 'rate-limited']

test('a caller has so many of each kind, and what is given back can be taken again', async () => {
  const limit = memoryConnectionLimit(2)
  expect(await takeAll(limit, limit)).toEqual(TAKEN)
})

describe.skipIf(!url)('in Redis', () => {
  test('all processes count together', async () => {
    expect(await takeAll(await ofProcess(2), await ofProcess(2))).toEqual(TAKEN)
  })

  test('of many that come at once no more get in than may', async () => {
    const limits = [await ofProcess(5), await ofProcess(5)]
    const caller = newCaller()
    const takes = Array.from({ length: 40 }, (_, nth) => limits[nth % 2]!.take('stream', caller))
    const outcomes = await Promise.allSettled(takes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('what is held counts for as long as it is, and not only for its first half minute', async () => {
    const redis = await openRedis(url!, namingOf('Roster'), logger)
    opened.push(redis)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const caller = newCaller()
    const release = await redisConnectionLimit(1, redis).take('socket', caller)
    const key = redis.keyOf(`connections:socket:${caller}`)
    await redis.client.pExpire(key, 15_000)
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => redis.client.pTTL(key)).toBeGreaterThan(20_000)
    release()
    await expect.poll(() => redis.client.exists(key)).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what a process held that has died stops counting, also for a caller with other connections', async () => {
    const redis = await openRedis(url!, namingOf('Roster'), logger)
    opened.push(redis)
    const caller = newCaller()
    const limit = redisConnectionLimit(2, redis)
    await limit.take('socket', caller)
    const key = redis.keyOf(`connections:socket:${caller}`)
    await redis.client.zAdd(key, { score: Date.now() - 1_000, value: 'of a process that has died' })
    await limit.take('socket', caller)
    await expect(limit.take('socket', caller)).rejects.toMatchObject(refused)
    expect(await redis.client.zCard(key)).toBe(2)
  })
})

test('while Redis does not answer, each process counts for itself', async () => {
  const limit = await ofProcess(1, 'redis://127.0.0.1:1')
  const caller = newCaller()
  await limit.take('socket', caller)
  await expect(limit.take('socket', caller)).rejects.toMatchObject(refused)
})
