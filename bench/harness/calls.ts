import type { Order, Repetition } from '../servers/sdk/caller.ts'
import { figure, gain, thrift } from './columns.ts'
import type { Row, Side } from './row.ts'
import { startServer } from './server.ts'

export interface CallRow extends Pick<Row, 'title' | 'aim'> {
  work: Order['work']
  /** Number of concurrent calls. */
  concurrency: number
  rounds?: number
}

const COLUMNS = [figure('calls/s', 'perSecond', 1), gain('perSecond'), figure('client µs', 'cpu', 0), thrift('cpu')]

/** Returns a row of clients that call the same service. Each client has its own process. */
export function callRow({ title, aim, rounds, ...load }: CallRow): Row {
  const contenderOf = (name: string, file: string) => ({ name, start: () => startSide(file, load) })
  const contenders: Row['contenders'] = [
    contenderOf('fetch by hand', 'sdk/by-hand'),
    contenderOf('fetch with a timeout', 'sdk/with-timeout'),
    contenderOf('Roster', 'sdk/roster'),
  ]
  return { title, aim, columns: COLUMNS, contenders, ...(rounds !== undefined && { rounds }) }
}

async function startSide(file: string, load: Omit<Repetition, 'baseUrl' | 'seconds'>): Promise<Side> {
  const [service, caller] = await Promise.all([startServer('sdk/service', {}), startServer(file, {})])
  const order = { ...load, baseUrl: `http://127.0.0.1:${service.port}` }
  return {
    answer: () => caller.call('once', order),
    async turn(seconds) {
      const before = await caller.cpu()
      const { count, seconds: passed } = await caller.call<{ count: number; seconds: number }>('repeat', {
        ...order,
        seconds,
      })
      return { perSecond: count / passed, cpu: ((await caller.cpu()) - before) / count }
    },
    async stop() {
      await Promise.all([service.stop(), caller.stop()])
    },
  }
}
