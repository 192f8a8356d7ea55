import { setTimeout as wait } from 'node:timers/promises'
import type { Turn } from './turn.ts'
import type { Server } from './server.ts'
import { quantile } from './statistics.ts'
import { clock, type Tally } from './tally.ts'

/** Each turn has two parts, and takes twice as long as others. */
export const PUBLISHING_ROUNDS = 10

/** A server that publishes, and what arrives of it. */
export interface Publishing {
  server: Server
  tally: Tally
  /** How many times every event arrives. */
  readers: number
}

/** How fast it goes: publishes so many events at once, and as many again before they have arrived, so that there is always something to do. */
export async function saturate({ server, tally, readers }: Publishing, burst: number, seconds: number): Promise<Turn> {
  const before = await server.cpu()
  const start = performance.now()
  const publish = () => server.call('publish', { count: burst, sent: clock() })
  let arrived = 0
  await publish()
  while (performance.now() - start < seconds * 1_000) {
    await publish()
    await tally.has(burst * readers)
    arrived += burst * readers
  }
  await tally.has(burst * readers)
  arrived += burst * readers
  const elapsed = (performance.now() - start) / 1_000
  tally.take()
  return { perSecond: arrived / elapsed, cpu: ((await server.cpu()) - before) / arrived }
}

/** How long it takes: publishes one event after another at a steady rate, whether or not those before it have arrived. */
export async function offer({ server, tally, readers }: Publishing, rate: number, seconds: number): Promise<Turn> {
  const start = clock()
  const count = Math.max(1, Math.round(rate * seconds))
  const published = Array.from({ length: count }, async (_, nth) => {
    const sent = start + Math.round((nth * 1_000_000) / rate)
    await wait(Math.max(0, sent - clock()) / 1_000)
    // A timer may be early by part of a millisecond.
    await server.call('publish', { count: 1, sent: Math.min(sent, clock()) })
  })
  await Promise.all(published)
  await tally.has(count * readers)
  const times = tally.take()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
