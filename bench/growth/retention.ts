/**
 * Measures whether expired events are deleted as fast as new ones are added: `npm run growth:retention -- --events 1000000 --rate 1000 --seconds 120`.
 * A service runs on a log in which as many events expire per second as are added.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'
import { addWaiting, fill, type Run, settle } from './fill.ts'
import { startReceiver } from './receiver.ts'
import { prepared, served } from './served.ts'

/** Interval at which events are added, in milliseconds. */
const INTERVAL = 100

/** Interval at which the log is measured, in seconds. */
const LOOK = 10

interface Load {
  events: number
  rate: number
  seconds: number
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '120' },
    },
  })
  const load = { events: Number(values.events), rate: Number(values.rate), seconds: Number(values.seconds) }
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  await withDatabase(server, 'roster_growth_retention', (url, run) => keepUp(url, run, load))
}

async function keepUp(url: string, run: Run, { events, rate, seconds }: Load): Promise<void> {
  const receiver = await startReceiver()
  const users = 1_000
  const endpoint = await prepared(url, receiver.url)
  await fill(run, { users, events, endpoint, expiring: { count: rate * seconds, perSecond: rate } })
  await settle(run)
  console.log(
    '| s | expired, not forgotten | without a place | MB of events | dead | MB of deliveries | dead | autovacuums |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  await served(url, async () => {
    const start = Date.now()
    for (let tick = 0; tick < (seconds * 1_000) / INTERVAL; tick++) {
      const from = events + 1 + (tick * rate * INTERVAL) / 1_000
      const to = from + (rate * INTERVAL) / 1_000 - 1
      await addWaiting(run, { from, to, start: Date.now() - from / 1_000, step: 1 / 1_000, users })
      if (tick % ((LOOK * 1_000) / INTERVAL) === 0) console.log(await lineOf(run, tick * INTERVAL))
      await wait(Math.max(0, start + (tick + 1) * INTERVAL - Date.now()))
    }
    console.log(await lineOf(run, seconds * 1_000))
  })
  receiver.close()
}

const look = `
  select (select count(*) from events where seq >= kept_from and seq < kept_from + 1000000 and created_at < now() - interval '30 days') as expired,
    (select count(*) from events where seq is null) as late,
    (select string_agg(round(pg_total_relation_size(relid) / 1e6)::text || ' | ' || n_dead_tup, ' | ' order by relname) from pg_stat_user_tables
      where relname in ('events', 'webhook_deliveries')) as sizes,
    (select sum(autovacuum_count) from pg_stat_user_tables where relname in ('events', 'webhook_deliveries')) as vacuumed
  from event_log`

/** Returns the current measurements as a line of the table. */
async function lineOf(run: Run, time: number): Promise<string> {
  const [row] = (await run(look)) as Record<string, unknown>[]
  const { expired, late, sizes, vacuumed } = row!
  return `| ${[time / 1_000, expired, late, sizes, vacuumed].join(' | ')} |`
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
