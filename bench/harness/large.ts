import { type Library, writeApplication } from '../large/write.ts'
import { figure, speed, thrift } from './columns.ts'
import { ask, run } from './load.ts'
import { get } from './request.ts'
import type { Contender, Row, Side } from './row.ts'
import { type Server, startServer } from './server.ts'
import type { Turn } from './turn.ts'
import { typeCheck } from './type-check.ts'

/** An application that is generated for the row, with this number of operations. */
export interface LargeContender {
  name: string
  library: Library
  operations: number
}

type LargeRow = Pick<Row, 'title' | 'aim'> & {
  contenders: [reference: LargeContender, ours: LargeContender, ...others: LargeContender[]]
}

const ROUNDS = 5
const CONNECTIONS = 64
const MIB = 2 ** 20

/** Returns a row with the time and memory that the compiler needs for an application. */
export const typeCheckRow = (row: LargeRow): Row => ({
  ...rowOf(row, async (folder) => ({ turn: () => typeCheck(folder), async stop() {} })),
  columns: [figure('seconds', 'seconds', 2), thrift('seconds'), figure('MiB', 'memory', 0), thrift('memory')],
  rounds: ROUNDS,
  warmUp: 0,
})

/** Returns a row with the time to the first response, elapsed and of processors, the memory after it, and the time for the OpenAPI document. */
export const startRow = (row: LargeRow): Row => ({
  ...rowOf(row, async (folder, { library, operations }) => ({
    turn: () => timeStart(library, folder, pathOf(operations)),
    async stop() {},
  })),
  columns: [
    figure('seconds', 'seconds', 2),
    thrift('seconds'),
    figure('of processors', 'processor', 2),
    thrift('processor'),
    figure('MiB', 'memory', 0),
    thrift('memory'),
    figure('document', 'document', 2),
    thrift('document'),
  ],
  rounds: ROUNDS,
  warmUp: 0,
})

/** Returns a row of reads of the last resource. */
export const readRow = (row: LargeRow): Row => ({
  ...rowOf(row, async (folder, { library, operations }) => {
    const server = await startLarge(library, folder)
    const next = () => get(pathOf(operations))
    return {
      answer: () => ask(server.port, next()),
      turn: (seconds) => readFor(server, seconds, next),
      stop: () => server.stop(),
    }
  }),
  columns: speed('requests/s'),
})

function rowOf(
  { title, aim, contenders }: LargeRow,
  startSide: (folder: string, contender: LargeContender) => Promise<Side>,
): Pick<Row, 'title' | 'aim' | 'contenders'> {
  const contenderOf = (contender: LargeContender): Contender => ({
    name: contender.name,
    start: async () => startSide(await writeApplication(contender.library, contender.operations), contender),
  })
  const [reference, ours, ...others] = contenders
  return { title, aim, contenders: [contenderOf(reference), contenderOf(ours), ...others.map(contenderOf)] }
}

/** Starts an application without this process's import conditions, so that Roster runs in its published form, like the other libraries. */
const startLarge = (library: Library, folder: string) =>
  startServer(`large/${library}`, { APPLICATION: folder }, ['--disable-warning=ExperimentalWarning'])

const pathOf = (operations: number) => `/api/things${operations / 5}/thg_1`

async function timeStart(library: Library, folder: string, path: string): Promise<Turn> {
  const before = performance.now()
  const server = await startLarge(library, folder)
  try {
    await ask(server.port, get(path))
    const seconds = since(before)
    const processor = (await server.cpu()) / 1e6
    const { resident } = await server.memory()
    const asked = performance.now()
    await ask(server.port, get('/openapi.json'))
    return { seconds, processor, memory: resident / MIB, document: since(asked) }
  } finally {
    await server.stop()
  }
}

async function readFor(server: Server, seconds: number, next: () => string): Promise<Turn> {
  server.resume()
  const before = await server.cpu()
  const { requests, perSecond } = await run({ port: server.port, connections: CONNECTIONS, seconds, next })
  const cpu = ((await server.cpu()) - before) / requests
  server.pause()
  return { perSecond, cpu }
}

const since = (moment: number) => (performance.now() - moment) / 1_000
