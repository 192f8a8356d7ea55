/**
 * Measures what connection poolers in front of the primary at `DATABASE_URL` cost, and how much load a standby takes off the primary.
 * `npm run bench:databases -- --session <url> --transaction <url> --replica <url>` measures those whose URL is given. All lead to the same server.
 */
import { parseArgs } from 'node:util'
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

interface Places {
  session?: string | undefined
  transaction?: string | undefined
  replica?: string | undefined
}

async function poolers(database: BenchDatabase, { session, transaction }: Places): Promise<void> {
  const before = [undefined, session, transaction]
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
      return { DATABASE_URL: pooler === undefined ? direct : withHost(direct, pooler), DATABASE_DIRECT_URL: direct }
    })
  }
}

const withHost = (url: string, other: string) => Object.assign(new URL(url), { host: new URL(other).host }).href

async function replicas(database: BenchDatabase, replica: string): Promise<void> {
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
      return { DATABASE_URL, ...(turns.next().value && { DATABASE_REPLICA_URL: withHost(DATABASE_URL, replica) }) }
    })
  }
}

async function show(row: Row, environmentOf: () => Promise<NodeJS.ProcessEnv>): Promise<void> {
  console.log(table(row, await measure(row, EFFORT, environmentOf)))
}

async function main(): Promise<void> {
  const url = { type: 'string' } as const
  const { values } = parseArgs({ options: { session: url, transaction: url, replica: url } })
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const database = await makeDatabase(server)
  if (!database) throw new Error(`No PostgreSQL answers at ${server}. Start one, or set DATABASE_URL.`)
  try {
    if (values.session !== undefined && values.transaction !== undefined) await poolers(database, values)
    if (values.replica !== undefined) await replicas(database, values.replica)
  } finally {
    await database.drop()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
