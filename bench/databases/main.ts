/**
 * What stands between a service and its primary: what a pooler costs, and what replicas take off the primary. `npm run bench:databases`, with `-- poolers` or
 * `-- replicas` for one of them. The servers are its own, so that PostgreSQL's programs must be installed, and PgBouncer for poolers.
 */
import { startPgBouncer } from '@roster/test/pgbouncer'
import { startPostgres, startStandby } from '@roster/test/postgres-server'
import { figure, speed, thrift } from '../harness/columns.ts'
import { type BenchDatabase, makeDatabase } from '../harness/database.ts'
import { measure } from '../harness/measure.ts'
import { people } from '../harness/people.ts'
import { get, inTurn, post } from '../harness/request.ts'
import { databaseRow, P99, requestSides } from '../harness/requests.ts'
import type { Row } from '../harness/row.ts'
import { table } from '../harness/table.ts'

const EFFORT = { rounds: 8, seconds: 1 }
const CONNECTIONS = 64

type Requests = () => () => string

const reads: Requests = () => inTurn(people.map(({ id }) => get(`/v1/users/${id}`)))
const pages: Requests = () =>
  inTurn(Array.from({ length: 20 }, (_, index) => get(`/v1/users?limit=20&page=${index + 1}`)))
const searches: Requests = () =>
  inTurn(['ada', 'grace', 'alan'].map((word) => get(`/v1/users?limit=20&search=${word}`)))

let made = 0
const creations: Requests = () => () => {
  const number = made++
  return post('/v1/users', { name: `Grace Hopper ${number}`, email: `grace-${number}@example.com`, role: 'viewer' })
}

const closing: (() => Promise<unknown>)[] = []

async function startPrimary(): Promise<{ url: string; database: BenchDatabase }> {
  const server = await startPostgres()
  closing.push(() => server.stop())
  const database = await makeDatabase(server.url)
  return { url: server.url, database: database! }
}

async function poolers(): Promise<void> {
  const { url, database } = await startPrimary()
  const before = [undefined, await startPgBouncer(url, 'session', 40), await startPgBouncer(url, 'transaction')]
  closing.push(...before.map((pooler) => async () => pooler?.stop()))
  const titles: [string, Requests][] = [
    ['GET one user', reads],
    ['List 20 users by page with total', pages],
    ['POST one user with its event', creations],
  ]
  for (const [title, requests] of titles) {
    const server = 'postgres/roster'
    const row = databaseRow({
      title: `${title}, behind PgBouncer`,
      aim: 'none',
      connections: CONNECTIONS,
      contenders: [
        { name: 'No pooler', server, requests },
        { name: 'Session mode', server, requests },
        { name: 'Transaction mode', server, requests },
      ],
    })
    const turns = before.values()
    await show(row, async () => {
      const direct = await database.copy()
      const pooler = turns.next().value
      return { DATABASE_URL: pooler ? withHost(direct, pooler.url) : direct, DATABASE_DIRECT_URL: direct }
    })
  }
}

const withHost = (url: string, other: string) => Object.assign(new URL(url), { host: new URL(other).host }).href

async function replicas(): Promise<void> {
  const { url, database } = await startPrimary()
  const standby = await startStandby(url)
  closing.push(() => standby.stop())
  for (const [title, requests] of [
    ['List 20 users by page with total', pages],
    ['Search users', searches],
  ] as const) {
    const server = 'postgres/replicated'
    const row: Row = {
      title: `${title}, with a replica`,
      aim: 'none',
      columns: [
        ...speed('requests/s'),
        figure('primary µs', 'databaseCpu', 0),
        thrift('databaseCpu'),
        figure('primary statements/s', 'statements', 0),
        P99,
      ],
      contenders: requestSides(CONNECTIONS, [
        { name: 'Primary alone', server, requests, counts: true },
        { name: 'With a replica', server, requests, counts: true },
      ]),
    }
    const turns = [false, true].values()
    await show(row, async () => {
      const DATABASE_URL = await database.copy()
      return { DATABASE_URL, ...(turns.next().value && { DATABASE_REPLICA_URL: withHost(DATABASE_URL, standby.url) }) }
    })
  }
}

async function show(row: Row, environmentOf: () => Promise<NodeJS.ProcessEnv>): Promise<void> {
  console.log(table(row, await measure(row, EFFORT, environmentOf)))
}

const parts: Record<string, () => Promise<void>> = { poolers, replicas }

async function main(names: readonly string[]): Promise<void> {
  try {
    for (const name of names.length === 0 ? Object.keys(parts) : names) await parts[name]!()
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
