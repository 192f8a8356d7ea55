import { createClient } from '@redis/client'
import type { Problem } from '@roster/core/contract'
import { namingOf } from '@roster/core/contract'
import { application } from '@roster/api'
import { limiterIn, openRedis, type RateLimiter, readSettings, redisStore } from '@roster/gateway'
import { redisConnectionLimit } from '@roster/gateway/source/connections/limit-redis'
import { examineRedis } from '@roster/gateway/source/commands/examine-redis'
import type { Redis } from '@roster/gateway/source/redis/redis'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLink } from '../support/link.ts'
import { PATIENCE } from '../support/patience.ts'
import { lacksRedis, startRedisCluster } from '../support/redis-cluster.ts'
import { throttleIn } from '../support/throttle.ts'

const REDIS_URL = process.env['REDIS_URL']
if (!REDIS_URL) process.stdout.write('REDIS_URL is not set: the tests of limits that processes share are skipped.\n')

const QUOTAS = { read: 5, write: 5, anonymous: 5, token: 5 }

describe.skipIf(!REDIS_URL)('with Redis', () => {
  const lines: { level: number; msg: string }[] = []
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const closing: (() => unknown)[] = []

  /** A limiter as a process has it, connected to Redis. */
  async function limiterAt(url: string): Promise<RateLimiter> {
    return limiterIn(await storesAt(url), QUOTAS)
  }

  async function storesAt(url: string) {
    return redisStore(await redisAt(url))
  }

  async function redisAt(url: string): Promise<Redis> {
    const redis = await openRedis(url, namingOf('Roster'), logger)
    closing.push(redis.close)
    return redis
  }

  let subject: string
  beforeEach(() => {
    subject = `test-${crypto.randomUUID()}`
    lines.length = 0
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    const client = await createClient({ url: REDIS_URL! }).connect()
    await client.del(Object.keys(QUOTAS).map((name) => `roster:limit:${name}:${subject}`))
    client.destroy()
  })

  const left = async (limiter: RateLimiter) => (await limiter.spend('read', subject))['x-ratelimit-remaining']

  /** Whether what a limiter counts is in Redis. */
  const isShared = async (limiter: RateLimiter) => {
    const client = await createClient({ url: REDIS_URL! }).connect()
    const probe = `${subject}-probe`
    await limiter.spend('token', probe)
    const found = await client.del(`roster:limit:token:${probe}`)
    client.destroy()
    return found === 1
  }
  async function shared(limiter: RateLimiter): Promise<void> {
    await expect.poll(() => isShared(limiter)).toBe(true)
  }

  /** What the doctor says of a Redis. */
  async function examine(url: string): Promise<string> {
    const settings = readSettings(application.naming, { REDIS_URL: url })
    const [finding] = await examineRedis({ application, settings, called: (name) => name })
    return finding!.text
  }

  test('processes count together', async () => {
    const [one, other] = [await limiterAt(REDIS_URL!), await limiterAt(REDIS_URL!)]
    await shared(one)
    await shared(other)
    expect([await left(one), await left(other), await left(one)]).toEqual(['4', '3', '2'])
    expect([await left(other), await left(other)]).toEqual(['1', '0'])
    for (const limiter of [one, other]) {
      await expect(left(limiter)).rejects.toMatchObject({ code: 'rate-limited' } satisfies Partial<Problem>)
    }
  })

  test('processes count wrong attempts to sign in together', async () => {
    const [one, other] = [await storesAt(REDIS_URL!), await storesAt(REDIS_URL!)]
    await shared(limiterIn(one, QUOTAS))
    await shared(limiterIn(other, QUOTAS))
    const [here, there] = [throttleIn({ storeOf: one }), throttleIn({ storeOf: other })]
    const by = { address: subject, cookies: undefined, query: async () => [] }
    for (const throttle of [here, there])
      for (let turn = 0; turn < 5; turn++) await throttle.attempt(subject, by, async () => undefined)
    for (const throttle of [here, there])
      await expect(throttle.attempt(subject, by, async () => true)).rejects.toMatchObject({ code: 'rate-limited' })
  })

  test('each process counts for itself while Redis is away, and says so once; then they count together again', async () => {
    const link = await startLink(REDIS_URL!)
    const limiter = await limiterAt(link.url)
    await shared(limiter)
    expect(await left(limiter)).toBe('4')

    await link.close()
    await expect.poll(() => lines).not.toEqual([])
    expect([await left(limiter), await left(limiter)]).toEqual(['4', '3'])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'Redis does not answer: limits count in each process until it does'],
    ])

    await link.mend()
    await shared(limiter)
    expect(await left(limiter)).toBe('3')
    expect(lines.slice(1).map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'Redis answers again: limits count over all processes'],
    ])
    closing.push(() => link.close())
  })

  test('a Redis that keeps silent does not hold requests up', async () => {
    const link = await startLink(REDIS_URL!)
    const limiter = await limiterAt(link.url)
    closing.push(() => link.close())
    await shared(limiter)
    link.freeze()
    const start = performance.now()
    expect(await left(limiter)).toBe('4')
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('a Redis that keeps silent does not hold requests up however many come, and counts when it speaks again', async () => {
    const link = await startLink(REDIS_URL!)
    const limiter = await limiterAt(link.url)
    closing.push(() => link.close())
    await shared(limiter)
    link.isolate()
    const pending: Promise<unknown>[] = []
    let answered = 0
    const asking = setInterval(() => pending.push(left(limiter).then(() => answered++, String)), 100)
    closing.unshift(() => clearInterval(asking))
    await expect.poll(() => answered, { timeout: PATIENCE }).toBe(QUOTAS.read)
    clearInterval(asking)
    await Promise.all(pending)
    expect(lines.map(({ msg }) => msg)).toEqual(['Redis does not answer: limits count in each process until it does'])
    link.rejoin()
    await shared(limiter)
  })

  describe('a user of Redis', () => {
    const COUNTING = ['eval', 'set', 'get', 'incrby', 'expire', 'pttl', 'multi', 'exec', 'time']
    const HOLDING = ['zremrangebyscore', 'zscore', 'zcard', 'zadd', 'pexpire', 'zrem']

    /** Address of Redis for a user who may do this, and nothing else. */
    async function urlWith(commands: readonly string[]): Promise<string> {
      const name = `roster-${crypto.randomUUID()}`
      const admin = await createClient({ url: REDIS_URL! }).connect()
      const rules = ['on', '>secret', '~roster:*', ...['auth', 'ping', ...commands].map((command) => `+${command}`)]
      await admin.sendCommand(['ACL', 'SETUSER', name, ...rules])
      closing.push(async () => {
        await admin.sendCommand(['ACL', 'DELUSER', name])
        admin.destroy()
      })
      return Object.assign(new URL(REDIS_URL!), { username: name, password: 'secret' }).href
    }

    test('who may do what counting takes, and nothing else, counts', async () => {
      const url = await urlWith([...COUNTING, ...HOLDING])
      expect(await examine(url)).toBe('Redis answers.')
      await shared(await limiterAt(url))
      expect(lines).toEqual([])
      const held = redisConnectionLimit(1, await redisAt(url))
      await held.take('stream', subject)
      const other = redisConnectionLimit(1, await redisAt(url))
      await expect(other.take('stream', subject)).rejects.toMatchObject({ code: 'rate-limited' })
    })

    test.each([...COUNTING, ...HOLDING])('who may not %s is told by the doctor', async (command) => {
      const url = await urlWith([...COUNTING, ...HOLDING].filter((other) => other !== command))
      expect(await examine(url)).toMatch(/^Redis answers and does not count\. .* \(.+\)$/)
    })
  })

  test.skipIf(lacksRedis)('that a cluster does not count is told by the doctor', async () => {
    const cluster = await startRedisCluster()
    closing.push(cluster.stop)
    await expect.poll(() => examine(cluster.url)).toMatch(/no cluster, .* \(CROSSSLOT .*\)$/)
  })

  test('a Redis that answers and does not count is told once, by the log and by the doctor, and when it counts again', async () => {
    const admin = await createClient({ url: REDIS_URL! }).connect()
    const user = subject
    await admin.aclSetUser(user, ['on', '>roster', '~*', '+@connection', '+@read'])
    closing.push(async () => {
      await admin.aclDelUser(user)
      admin.destroy()
    })
    const url = Object.assign(new URL(REDIS_URL!), { username: user, password: 'roster' }).href
    const limiter = await limiterAt(url)
    await expect.poll(() => lines).not.toEqual([])
    expect([await left(limiter), await left(limiter)]).toEqual(['4', '3'])
    expect(await examine(url)).toMatch(
      /^Redis answers and does not count\. It must be no replica and .* \(NOPERM .*\)$/,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    await admin.aclSetUser(user, ['+@all'])
    await shared(limiter)
    await expect.poll(() => lines.length).toBe(2)
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'Redis does not count: limits count in each process until it does'],
      [30, 'Redis answers again: limits count over all processes'],
    ])
    expect(await examine(url)).toBe('Redis answers.')
  })
})
