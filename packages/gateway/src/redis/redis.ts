import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Naming } from '@roster/core/contract'

/** How long an answer may take, in milliseconds. A connection that keeps silent for longer counts as lost. */
const SILENCE = 1_000

/** Interval at which Redis is looked at, in milliseconds. */
const LOOK = SILENCE / 2

/** A connection to Redis that is renewed whenever it is lost. Commands without a connection fail at once. */
export interface Redis {
  client: Awaited<ReturnType<typeof clientOf>>
  /** Resolves when the first attempt to connect has ended, within a second. Further attempts follow without end. */
  tried: Promise<unknown>
  /** Returns the name of a key in Redis, with the prefix of the service. */
  keyOf: (name: string) => string
  close: () => void
}

/**
 * Script with every command that counting takes, on keys that expire at once. It fails wherever counting fails: on a replica, without memory, for a user who
 * lacks a command, and on a cluster, which does not have both keys in one place.
 */
const TRIAL = `
  redis.call('SET', KEYS[1], 0, 'EX', 1)
  redis.call('INCRBY', KEYS[1], 1)
  redis.call('EXPIRE', KEYS[1], 1)
  redis.call('TIME')
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', 0)
  redis.call('ZADD', KEYS[2], 0, 'trial')
  redis.call('ZSCORE', KEYS[2], 'trial')
  redis.call('ZCARD', KEYS[2])
  redis.call('PEXPIRE', KEYS[2], 1000)
  redis.call('ZREM', KEYS[2], 'trial')`

/** Throws when Redis answers, but does not count. */
export async function requireCounting(client: Pick<Redis['client'], 'eval' | 'multi'>, naming: Naming): Promise<void> {
  const key = `${naming.slug}:limit:trial`
  await client.eval(TRIAL, { keys: [key, `${naming.slug}:connections:trial`] })
  await client.multi().get(key).pTTL(key).exec()
}

/** Connects to Redis. The client is loaded only then. Logs when Redis stops answering or counting, and when it does so again. */
export async function openRedis(url: string, naming: Naming, logger: FastifyBaseLogger): Promise<Redis> {
  const client = await clientOf(url)
  let isLost = false
  const lose = (err: unknown, told: string) => {
    if (!isLost) logger.error({ err }, told)
    isLost = true
  }
  const regain = () => {
    if (isLost) logger.info('Redis answers again: limits count over all processes')
    isLost = false
  }
  const away = (error: Error) => lose(error, 'Redis does not answer: limits count in each process until it does')
  const connect = () => client.connect().catch(() => undefined)
  const reconnect = () => {
    away(new Error(`There was no answer for ${SILENCE} ms`))
    client.destroy()
    void connect()
  }
  const look = async () => {
    if (!client.isReady) return
    let isOver = false
    // The timeout of the socket does not end a silence: each command that is sent begins it anew. After a stall of this process an answer may be there to be read.
    const late = setTimeout(() => setImmediate(() => isOver || reconnect()), SILENCE)
    await requireCounting(client, naming).then(regain, (error: unknown) => {
      if (client.isReady) lose(error, 'Redis does not count: limits count in each process until it does')
    })
    isOver = true
    clearTimeout(late)
  }
  client.on('error', away)
  client.on('ready', () => void look())
  const looking = setInterval(() => void look(), LOOK).unref()
  const tried = Promise.race([connect(), wait(SILENCE, undefined, { ref: false })])
  const close = () => {
    clearInterval(looking)
    client.destroy()
  }
  return { client, tried, keyOf: (name) => `${naming.slug}:${name}`, close }
}

async function clientOf(url: string) {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, socketTimeout: SILENCE, reconnectStrategy: reconnectAfter },
  })
}

/** Returns the milliseconds before the next attempt to connect. */
const reconnectAfter = (tries: number) => Math.min(100 * 2 ** tries, 5_000)
