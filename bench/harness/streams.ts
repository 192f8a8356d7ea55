import type { Socket } from 'node:net'
import { figure, speed } from './columns.ts'
import { offer, type Publishing, PUBLISHING_ROUNDS, saturate } from './publish.ts'
import { stream } from './request.ts'
import type { Contender, Row, Side } from './row.ts'
import { startServer } from './server.ts'
import { closeSockets, openSockets } from './sockets.ts'
import { clock, Tally } from './tally.ts'

/** A row that compares servers which publish events to streams of server-sent events. */
export interface StreamRow extends Pick<Row, 'title' | 'aim'> {
  clients: number
  /** Number of events in a burst, for the throughput. */
  burst: number
  /** Events per second, for the latency. */
  rate: number
  contenders: [reference: StreamContender, ours: StreamContender]
}

export interface StreamContender {
  name: string
  /** A file of `bench/servers`, without its extension. */
  server: string
}

/** Returns a row. Each turn has two parts: events as fast as they arrive, then events at a steady rate. */
export function streamRow({ title, aim, contenders: [reference, ours], ...load }: StreamRow): Row {
  const contenderOf = ({ name, server }: StreamContender): Contender => ({
    name,
    start: (environment) => startSide(server, load, environment),
  })
  return {
    title,
    aim,
    columns: [...speed('frames/s', 1), figure('p50 ms', 'p50', 1), figure('p99 ms', 'p99', 1)],
    contenders: [contenderOf(reference), contenderOf(ours)],
    rounds: PUBLISHING_ROUNDS,
  }
}

async function startSide(
  file: string,
  { clients, burst, rate }: Pick<StreamRow, 'clients' | 'burst' | 'rate'>,
  environment: NodeJS.ProcessEnv,
): Promise<Side> {
  const server = await startServer(file, environment)
  const sockets = await openSockets(clients, { port: server.port, steps: [stream] })
  const publishing: Publishing = { server, tally: new Tally(), readers: clients }
  const frames = sockets.map((socket) => readFrames(socket, publishing.tally))
  return {
    async answer() {
      await offer(publishing, 1, 1)
      return JSON.parse(/\{.*\}/.exec(frames[0]!())![0])
    },
    async turn(seconds) {
      const speedOf = await saturate(publishing, burst, seconds)
      return { ...speedOf, ...(await offer(publishing, rate, seconds)) }
    },
    async stop() {
      closeSockets(sockets)
      await server.stop()
    },
  }
}

const SENT = '"sent":'

/** Finds the frames that a socket receives, and adds each to the tally with its time of sending. Returns a function that returns the first frame. */
function readFrames(socket: Socket, tally: Tally): () => string {
  let rest = ''
  let first = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest === '' ? chunk : rest + chunk
    const time = clock()
    let start = 0
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n', start)) {
      const at = text.indexOf(SENT, start)
      if (at !== -1 && at < end)
        tally.add(Number.parseInt(text.slice(at + SENT.length, at + SENT.length + 16), 10), time)
      first ||= text.slice(start, end)
      start = end + 2
    }
    rest = text.slice(start)
  })
  return () => first
}
