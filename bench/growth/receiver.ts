import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an endpoint's webhooks are sent to. */
export interface Receiver {
  url: string
  /** How many have come. */
  count(): number
  close(): void
}

/** Starts one that takes everything. */
export async function startReceiver(): Promise<Receiver> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
