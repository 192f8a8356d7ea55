import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that receives the webhooks of an endpoint. */
export interface Receiver {
  url: string
  /** Returns the number of received webhooks. */
  count(): number
  close(): void
}

/** Starts a receiver that accepts every request. */
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
