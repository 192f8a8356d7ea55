import { type Column, figure, speed, thrift } from './columns.ts'
import { openDatabaseTime } from './database-time.ts'
import { ask, run } from './load.ts'
import type { Contender, Row, Side } from './row.ts'
import { startServer } from './server.ts'

/** A server that answers requests. */
export interface RequestContender {
  name: string
  /** A file of `bench/servers`, without its extension. */
  server: string
  /** What is sent to it, given its port. */
  requests: (port: number) => (() => string) | Promise<() => string>
  /** Whether it counts the statements that it sends to its database. Default: false. */
  counts?: boolean
  /** What else it has to do meanwhile. Returns what ends that. */
  beside?: (port: number) => Promise<() => void>
}

export interface RequestRow extends Pick<Row, 'title' | 'aim'> {
  connections: number
  contenders: [reference: RequestContender, ours: RequestContender, ...others: RequestContender[]]
}

/** What 99 of 100 requests took at most. */
export const P99 = figure('p99 ms', 'p99', 1)

/** A row of servers that answer the same requests, each connection sending its next one when it has its answer. */
export const requestRow = (row: RequestRow): Row => rowOf(row, [...speed('requests/s'), P99])

/** The same for servers on a database, with the processor time that it takes there. */
export const databaseRow = (row: RequestRow): Row =>
  rowOf(row, [...speed('requests/s'), figure('database µs', 'databaseCpu', 0), thrift('databaseCpu'), P99])

function rowOf({ title, aim, connections, contenders }: RequestRow, columns: readonly Column[]): Row {
  return { title, aim, columns, contenders: requestSides(connections, contenders) }
}

/** Contenders that are sent requests, over so many connections. */
export function requestSides(
  connections: number,
  [reference, ours, ...others]: RequestRow['contenders'],
): Row['contenders'] {
  const contenderOf = ({ name, ...rest }: RequestContender): Contender => ({
    name,
    start: (environment) => startSide(rest, connections, environment),
  })
  return [contenderOf(reference), contenderOf(ours), ...others.map(contenderOf)]
}

async function startSide(
  { server: file, requests, counts = false, beside }: Omit<RequestContender, 'name'>,
  connections: number,
  environment: NodeJS.ProcessEnv,
): Promise<Side> {
  const server = await startServer(file, environment)
  const { port } = server
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL } = environment
  const statementsSoFar = async () => (counts ? await server.call<number>('statements') : NaN)
  const database = url === undefined ? undefined : await openDatabaseTime(url)
  const next = await requests(port)
  const end = await beside?.(port)
  return {
    answer: async () => unwrapped(await ask(port, next())),
    // Between its turns it is held: what it has left to do must not take from the others.
    async turn(seconds) {
      server.resume()
      const [before, databaseBefore] = [await server.cpu(), (await database?.read()) ?? NaN]
      const sent = await statementsSoFar()
      const begun = performance.now()
      const { requests: count, perSecond, p99 } = await run({ port, connections, seconds, next })
      const cpu = ((await server.cpu()) - before) / count
      const databaseCpu = (((await database?.read()) ?? NaN) - databaseBefore) / count
      const statements = ((await statementsSoFar()) - sent) / ((performance.now() - begun) / 1_000)
      server.pause()
      return { perSecond, p99, cpu, databaseCpu, statements }
    },
    async stop() {
      end?.()
      await database?.close()
      await server.stop()
    },
  }
}

/** tRPC and MCP put an output into an envelope. */
const unwrapped = (answer: any): unknown => answer.result?.data ?? answer.result?.structuredContent ?? answer
