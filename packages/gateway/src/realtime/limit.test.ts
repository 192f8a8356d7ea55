import type { Problem } from '@roster/api'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type ConnectionKind, type ConnectionLimit, memoryConnectionLimit, type Release } from './limit.ts'
import { redisConnectionLimit } from './limit-redis.ts'

const url = process.env['REDIS_URL']
const logger = pino({ level: 'silent' })
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
    const [one, other] = [redisConnectionLimit(2, url!, logger), redisConnectionLimit(2, url!, logger)]
    expect(await takeAll(one.limit, other.limit)).toEqual(TAKEN)
    one.close()
    other.close()
  })

  test('of many that come at once no more get in than may', async () => {
    const limits = [redisConnectionLimit(5, url!, logger), redisConnectionLimit(5, url!, logger)]
    const caller = newCaller()
    const takes = Array.from({ length: 40 }, (_, nth) => limits[nth % 2]!.limit.take('stream', caller))
    const outcomes = await Promise.allSettled(takes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const { close } of limits) close()
  })
})

test('while Redis does not answer, each process counts for itself', async () => {
  const { limit, close } = redisConnectionLimit(1, 'redis://127.0.0.1:1', logger)
  const caller = newCaller()
  await limit.take('socket', caller)
  await expect(limit.take('socket', caller)).rejects.toMatchObject(refused)
  close()
}, 20_000)
