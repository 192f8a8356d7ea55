/**
 * Runs a service under load for a long time, and reports whether it grows: `npm run soak -- --minutes 60 --chart docs/soak.svg`. The load reads,
 * lists, searches, writes, orders, exports and signs in at a steady rate, with streams, sockets and webhooks; a tenth of the endpoints fail. The
 * run fails when an event is missed, a response is an error, or a measure grows.
 */
import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Roster } from '@roster/sdk'
import { makeDatabase } from '../harness/database.ts'
import { API_KEY } from '../harness/request.ts'
import { activitiesOf } from './activities.ts'
import { chart } from './chart.ts'
import { followBySocket, followByStreams, type Follower, untilAllSeen } from './followers.ts'
import { type Growth, growthsOf } from './growth.ts'
import { carryOn, type Tally } from './load.ts'
import { type Sample, valuesIn } from './measures.ts'
import { startReceivers } from './receivers.ts'
import { startService } from './service.ts'

const STREAMS = 20
const SOCKETS = 10
const ENDPOINTS = 10

/** Interval between samples, in seconds. */
const SAMPLING = 2

async function main(): Promise<string[]> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, chart: { type: 'string' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes takes a number, not ${values.minutes}.`)
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const database = await makeDatabase(server)
  if (!database) throw new Error(`No PostgreSQL answers at ${server}. Start one, or set DATABASE_URL.`)
  process.once('SIGINT', () => void database.drop().finally(() => process.exit(130)))
  try {
    const { samples, faults } = await soak(await database.copy(), minutes * 60)
    const growths = growthsOf(samples)
    console.log(`\n${growths.map(lineOf).join('\n')}\n`)
    if (values.chart) await writeFile(values.chart, chart(`One process under mixed load, ${minutes} minutes`, samples))
    return [...faults, ...growths.filter(({ hasGrown }) => hasGrown).map((growth) => `It grows: ${lineOf(growth)}`)]
  } finally {
    await database.drop()
  }
}

/** Runs the load on a service for this number of seconds, and returns the samples and the faults. */
async function soak(databaseUrl: string, seconds: number): Promise<{ samples: Sample[]; faults: string[] }> {
  const service = await startService(databaseUrl)
  const receivers = await startReceivers(ENDPOINTS)
  const over = new AbortController()
  try {
    const roster = new Roster({ baseUrl: service.url, apiKey: API_KEY, logLevel: 'off' })
    const made = { ids: [] as string[], count: 0 }
    const activities = await activitiesOf({ roster, made })
    for (const url of receivers.urls) await roster.webhookEndpoints.create({ url, events: ['user.created'] })
    const followers = [...named('Stream', STREAMS), ...named('Socket', SOCKETS)]
    const following = followers.map((follower, nth) =>
      (nth < STREAMS ? followByStreams : followBySocket)(roster, follower, over.signal),
    )
    // Streams begin with events that are committed after the subscription.
    await wait(2_000)
    const end = AbortSignal.timeout(seconds * 1_000)
    const [tallies, samples] = await Promise.all([carryOn(activities, end), sampled(service.url, end)])
    const missed = await untilAllSeen([...followers, ...receivers.followers], made.count)
    over.abort()
    await Promise.all(following)
    console.log([...tallies].map(([name, { done }]) => `${name}: ${done}`).join('\n'))
    return { samples, faults: [...missed, ...[...tallies].flatMap(failuresOf)] }
  } finally {
    over.abort()
    receivers.close()
    await service.stop()
  }
}

const named = (name: string, count: number): Follower[] =>
  Array.from({ length: count }, (_, nth) => ({ name: `${name} ${nth}`, mayRepeat: false, seen: [] }))

/** Reads the measures of a service until the signal aborts. */
async function sampled(url: string, signal: AbortSignal): Promise<Sample[]> {
  const start = performance.now()
  const samples: Sample[] = []
  while (!signal.aborted) {
    const answer = await fetch(`${url}/metrics`)
    samples.push({ at: (performance.now() - start) / 1_000, values: valuesIn(await answer.text()) })
    await wait(SAMPLING * 1_000, undefined, { signal }).catch(() => {})
  }
  return samples
}

function failuresOf([name, { done, failures }]: [string, Tally]): string[] {
  if (failures.length === 0) return []
  return [`${name}: ${failures.length} of ${done + failures.length} failed, the first with: ${String(failures[0])}`]
}

const lineOf = ({ measure: { title, unit }, first, last }: Growth) =>
  `${title}: ${first.toFixed(2)} ${unit} at the beginning, ${last.toFixed(2)} ${unit} at the end.`

const faults = await main().catch((error: unknown) => [String(error)])
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
