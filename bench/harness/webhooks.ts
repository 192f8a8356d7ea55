import { figure, speed } from './columns.ts'
import { offer, type Publishing, PUBLISHING_ROUNDS, saturate } from './publish.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { Contender, Row, Side } from './row.ts'
import { type Server, startServer } from './server.ts'
import { Tally } from './tally.ts'

/** A row that compares servers which deliver events to endpoints. */
export interface WebhookRow extends Pick<Row, 'title' | 'aim'> {
  endpoints: number
  /** Number of events in a burst, for the throughput. */
  burst: number
  /** Events per second, for the latency. */
  rate: number
  contenders: [reference: WebhookContender, ours: WebhookContender]
}

export interface WebhookContender {
  name: string
  /** A file of `bench/servers`, without its extension. */
  server: string
  /** Makes the server deliver every event to a URL. */
  add: (server: Server, url: string) => Promise<unknown>
}

/** Returns a row. Each turn has two parts: events as fast as they arrive, then events at a steady rate. */
export function webhookRow({ title, aim, contenders: [reference, ours], ...load }: WebhookRow): Row {
  const contenderOf = ({ name, ...rest }: WebhookContender): Contender => ({
    name,
    start: (environment) => startSide(rest, load, environment),
  })
  return {
    title,
    aim,
    columns: [...speed('deliveries/s'), figure('p50 ms', 'p50', 1), figure('p99 ms', 'p99', 1)],
    contenders: [contenderOf(reference), contenderOf(ours)],
    rounds: PUBLISHING_ROUNDS,
  }
}

async function startSide(
  { server: file, add }: Omit<WebhookContender, 'name'>,
  { endpoints, burst, rate }: Pick<WebhookRow, 'endpoints' | 'burst' | 'rate'>,
  environment: NodeJS.ProcessEnv,
): Promise<Side> {
  const server = await startServer(file, environment)
  const tally = new Tally()
  const receiver = await startReceiver(tally)
  for (let nth = 0; nth < endpoints; nth++) await add(server, `${receiver.url}/${nth}`)
  const publishing: Publishing = { server, tally, readers: endpoints }
  return {
    async answer() {
      await offer(publishing, 1, 1)
      return signedMessage(receiver)
    },
    async turn(seconds) {
      const speedOf = await saturate(publishing, burst, seconds)
      return { ...speedOf, ...(await offer(publishing, rate, seconds)) }
    },
    async stop() {
      await server.stop()
      receiver.close()
    },
  }
}

/** Returns the body and the signature headers of the first request that the receiver got. */
function signedMessage(receiver: Receiver): unknown {
  const [head = '', body = ''] = receiver.first().split('\r\n\r\n')
  const signed = [...head.matchAll(/^(webhook-\S+): (.+)\r?$/gm)].map(([, name, value]) => [name, value])
  return { body: JSON.parse(body), ...Object.fromEntries(signed) }
}
