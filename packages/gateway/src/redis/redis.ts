import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Naming } from '@roster/core/contract'

/** A connection that is silent for this many milliseconds, although it is asked for a sign of life, counts as lost. */
const SILENCE = 1_000

/** A connection to Redis that is made anew whenever it is lost. What is asked while there is none fails at once. */
export interface Redis {
  client: Awaited<ReturnType<typeof clientOf>>
  /** Resolves when the first try to connect has ended, within a second: it goes on trying for ever. */
  tried: Promise<unknown>
  /** What a key is called there, apart from those of other services. */
  keyOf: (name: string) => string
  close: () => void
}

/** Changes nothing, and is refused where counts are: by a replica, without memory, and for a user who may not write. */
const TRIAL = `return redis.call('set', KEYS[1], 0, 'EX', 1, 'XX')`

/** Throws where what answers does not count. */
export async function requireCounting(client: Pick<Redis['client'], 'eval'>, { slug }: Naming): Promise<void> {
  await client.eval(TRIAL, { keys: [`${slug}:limit:trial`] })
}

/**
 * Connects to Redis, whose client is loaded for those who have one. It is logged when Redis does not answer any more, or does not count, and when it does
 * again.
 */
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

/** Milliseconds before the next try to connect. */
const reconnectAfter = (tries: number) => Math.min(100 * 2 ** tries, 5_000)
