/**
 * Measures what following the event log costs a database, by the number of followers, with and without a broker:
 * `npm run bench:broker -- --followers 1,10,50`. Each follower has its own log, connections and position. All followers are in one process, so
 * that fifty fit into the memory of one machine.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { entities, naming } from '@roster/api'
import type { Database } from '@roster/core'
import { emit, type EventLog, openDatabase, startEventLog } from '@roster/core/server'
import { Nats } from '@roster/gateway/source/nats/nats'
import { pino } from 'pino'
import { makeDatabase } from '../harness/database.ts'

/** Duration of each part of a turn, in milliseconds. */
const TURN = 10_000

/** Pause between two events, in milliseconds. */
const PAUSE = 50

interface Follower {
  database: Database
  log: EventLog
  /** Returns the number of statements that the follower has sent. */
  statements: () => number
  stop(): Promise<void>
}

/** Statements per second without events (`idle`) and with events (`busy`), and latencies of the events in milliseconds. */
interface Result {
  idle: number
  busy: number
  latencies: number[]
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { followers: { type: 'string', default: '1,10,50' } } })
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const broker = process.env['ROSTER_EVENTS_URL'] ?? 'nats://127.0.0.1:4222'
  const made = await makeDatabase(server)
  if (!made) throw new Error(`No PostgreSQL answers at ${server}. Start one, or set DATABASE_URL.`)
  try {
    console.log('| followers | source | statements/s, idle | statements/s, 20 events/s | p50 ms | p99 ms |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    for (const count of values.followers.split(',').map(Number))
      for (const url of [undefined, broker])
        console.log(lineOf(count, url, await measure(await made.copy(), count, url)))
  } finally {
    await made.drop()
  }
}

function lineOf(count: number, url: string | undefined, { idle, busy, latencies }: Result): string {
  const sorted = latencies.toSorted((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.floor(part * sorted.length)]?.toFixed(1))
  return `| ${count} | ${url ? 'broker' : 'database'} | ${idle.toFixed(0)} | ${busy.toFixed(0)} | ${p50} | ${p99} |`
}

async function measure(database: string, count: number, url: string | undefined): Promise<Result> {
  const followers: Follower[] = []
  try {
    for (let nth = 0; nth < count; nth++) followers.push(await follow(database, url))
    await wait(3_000)
    const idle = await rateOf(followers, () => wait(TURN))
    const latencies: number[] = []
    const busy = await rateOf(followers, async () => void latencies.push(...(await happen(followers))))
    return { idle, busy, latencies }
  } finally {
    for (const follower of followers) await follower.stop()
  }
}

async function follow(url: string, brokerUrl: string | undefined): Promise<Follower> {
  const database = await openDatabase({ url }, { name: 'roster', entities })
  let count = 0
  const query: Database['query'] = (...call) => {
    count++
    return database.query(...call)
  }
  const logger = pino({ level: 'warn' })
  const broker = brokerUrl ? new Nats({ url: brokerUrl, setting: 'ROSTER_EVENTS_URL', naming, logger }) : undefined
  const report = (error: unknown) => logger.error(error)
  const log = await startEventLog({ database: { ...database, query }, now: Date.now, broker, report })
  const stop = async () => {
    await log.stop()
    await broker?.close()
    await database.close()
  }
  return { database, log, statements: () => count, stop }
}

async function rateOf(followers: readonly Follower[], run: () => Promise<void>): Promise<number> {
  const total = () => followers.reduce((sum, { statements }) => sum + statements(), 0)
  const [before, start] = [total(), performance.now()]
  await run()
  return (total() - before) / ((performance.now() - start) / 1_000)
}

/** Commits events at a steady rate, by each follower's database in turn. Returns the times from commit to arrival, for each event and follower. */
async function happen(followers: readonly Follower[]): Promise<number[]> {
  const stopping = new AbortController()
  const committed = new Map<string, number>()
  const arrived: { id: string; time: number }[] = []
  const readings = followers.map(async ({ log }) => {
    for await (const batch of (await log.feed.subscribe({ signal: stopping.signal })).batches)
      arrived.push(...batch.map(({ id }) => ({ id, time: performance.now() })))
  })
  for (let nth = 0; nth < TURN / PAUSE; nth++) {
    const transaction = followers[nth % followers.length]!.database.transaction()
    const happening = { time: Date.now(), event: 'user.created', actor: null, data: { id: `usr_${nth}` }, owner: null }
    const id = emit(transaction, happening)
    committed.set(id, performance.now())
    await transaction.commit()
    await wait(PAUSE)
  }
  await wait(1_000)
  stopping.abort()
  await Promise.all(readings)
  return arrived.map(({ id, time }) => time - committed.get(id)!)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
