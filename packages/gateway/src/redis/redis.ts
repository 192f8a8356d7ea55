import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Naming } from '@roster/core/contract'

/** Silence in milliseconds, in spite of pings, after which a connection counts as lost. */
const SILENCE = 1_000

/** A connection to Redis that is renewed whenever it is lost. Commands without a connection fail at once. */
export interface Redis {
  client: Awaited<ReturnType<typeof clientOf>>
  /** Resolves when the first attempt to connect has ended, within a second. Further attempts follow without end. */
  tried: Promise<unknown>
  /** Returns the name of a key in Redis, with the prefix of the service. */
  keyOf: (name: string) => string
  close: () => void
}

/** Script that changes nothing, and fails wherever counting fails: on a replica, without memory, and for a user who may not write. */
const TRIAL = `return redis.call('set', KEYS[1], 0, 'EX', 1, 'XX')`

/** Throws when Redis answers, but does not count. */
export async function requireCounting(client: Pick<Redis['client'], 'eval'>, { slug }: Naming): Promise<void> {
  await client.eval(TRIAL, { keys: [`${slug}:limit:trial`] })
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
  const look = () =>
    requireCounting(client, naming).then(regain, (error: unknown) => {
      if (client.isReady) lose(error, 'Redis does not count: limits count in each process until it does')
    })
  client.on('error', (error: Error) => lose(error, 'Redis does not answer: limits count in each process until it does'))
  for (const moment of ['ready', 'ping-interval']) client.on(moment, () => void look())
  const connecting = client.connect().catch(() => undefined)
  const tried = Promise.race([connecting, wait(SILENCE, undefined, { ref: false })])
  return { client, tried, keyOf: (name) => `${naming.slug}:${name}`, close: () => client.destroy() }
}

async function clientOf(url: string) {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: SILENCE / 2,
    socket: { connectTimeout: 2_000, socketTimeout: SILENCE, reconnectStrategy: reconnectAfter },
  })
}

/** Returns the milliseconds before the next attempt to connect. */
const reconnectAfter = (tries: number) => Math.min(100 * 2 ** tries, 5_000)
