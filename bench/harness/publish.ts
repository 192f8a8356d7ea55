import { setTimeout as wait } from 'node:timers/promises'
import type { Turn } from './turn.ts'
import type { Server } from './server.ts'
import { quantile } from './statistics.ts'
import { clock, type Tally } from './tally.ts'

/** Greatest number of rounds. Each turn has two parts, so it takes twice as long as others. */
export const PUBLISHING_ROUNDS = 10

/** A server that publishes events, and the tally of their arrivals. */
export interface Publishing {
  server: Server
  tally: Tally
  /** Number of readers: every event arrives once at each. */
  readers: number
}

/** Measures throughput. Publishes events in bursts, each before the previous burst has arrived, so that the server always has work. */
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

/** Measures latency. Publishes single events at a steady rate, without waiting for the arrival of earlier ones. */
export async function offer({ server, tally, readers }: Publishing, rate: number, seconds: number): Promise<Turn> {
  const start = clock()
  const count = Math.max(1, Math.round(rate * seconds))
  const published = Array.from({ length: count }, async (_, nth) => {
    const sent = start + Math.round((nth * 1_000_000) / rate)
    await wait(Math.max(0, sent - clock()) / 1_000)
    // A timer may fire up to a millisecond early.
    await server.call('publish', { count: 1, sent: Math.min(sent, clock()) })
  })
  await Promise.all(published)
  await tally.has(count * readers)
  const times = tally.take()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
