import { figure, thrift } from './columns.ts'
import type { Contender, Row } from './row.ts'
import type { Turn } from './turn.ts'
import { type Server, startServer } from './server.ts'
import { closeSockets, type Opening, openSockets } from './sockets.ts'

/** A row that compares servers with open but idle connections. */
export interface IdleRow extends Pick<Row, 'title' | 'aim'> {
  connections: number
  steps: Opening['steps']
  contenders: [reference: IdleContender, ours: IdleContender]
}

export interface IdleContender {
  name: string
  /** A file of `bench/servers`, without its extension. */
  server: string
}

/** Number of connections that are opened and closed before the measurement, so that one-time costs of the process are not counted. */
const WARM_UP = 500

/** Number of rounds. Each turn has its own process, because a process does not give memory back. */
const ROUNDS = 3

export function idleRow({ title, aim, connections, steps, contenders: [reference, ours] }: IdleRow): Row {
  const contenderOf = ({ name, server: file }: IdleContender): Contender => ({
    name,
    async start(environment) {
      return {
        turn: () => withServer(file, environment, (server) => grow(server, connections, steps)),
        async stop() {},
      }
    },
  })
  return {
    title,
    aim,
    columns: [figure('KiB', 'resident', 1), thrift('resident'), figure('of it heap', 'heap', 1)],
    contenders: [contenderOf(reference), contenderOf(ours)],
    rounds: ROUNDS,
    warmUp: 0,
  }
}

async function withServer(
  file: string,
  environment: NodeJS.ProcessEnv,
  use: (server: Server) => Promise<Turn>,
): Promise<Turn> {
  const server = await startServer(file, environment)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

async function grow(server: Server, connections: number, steps: Opening['steps']): Promise<Turn> {
  const opening = { port: server.port, steps }
  closeSockets(await openSockets(WARM_UP, opening))
  const before = await server.memory()
  const sockets = await openSockets(connections, opening)
  const after = await server.memory()
  closeSockets(sockets)
  const each = (bytes: number) => bytes / connections / 1_024
  return { resident: each(after.resident - before.resident), heap: each(after.heap - before.heap) }
}
