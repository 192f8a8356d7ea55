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
  /** Returns the source of requests for a port. */
  requests: (port: number) => (() => string) | Promise<() => string>
  /** Whether the server counts the statements that it sends to its database. Default: false. */
  counts?: boolean
  /** Starts other work of the server during the turns. Resolves to a function that ends the work. */
  beside?: (port: number) => Promise<() => void>
}

export interface RequestRow extends Pick<Row, 'title' | 'aim'> {
  connections: number
  contenders: [reference: RequestContender, ours: RequestContender, ...others: RequestContender[]]
}

/** Column of the 99th percentile of the request times. */
export const P99 = figure('p99 ms', 'p99', 1)

/** Returns a row of servers that answer the same requests. Each connection sends the next request when the previous response has arrived. */
export const requestRow = (row: RequestRow): Row => rowOf(row, [...speed('requests/s'), P99])

/** Returns a row of servers with a database. It also shows the processor time of the database. */
export const databaseRow = (row: RequestRow): Row =>
  rowOf(row, [...speed('requests/s'), figure('database µs', 'databaseCpu', 0), thrift('databaseCpu'), P99])

function rowOf({ title, aim, connections, contenders }: RequestRow, columns: readonly Column[]): Row {
  return { title, aim, columns, contenders: requestSides(connections, contenders) }
}

/** Returns contenders that answer requests over this number of connections. */
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
    // The server is paused between turns, so that its remaining work does not slow other contenders.
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

/** Returns the output of a response. tRPC and MCP put it into an envelope. */
const unwrapped = (answer: any): unknown => answer.result?.data ?? answer.result?.structuredContent ?? answer
