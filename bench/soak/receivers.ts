import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Follower } from './followers.ts'

/** Receivers of webhooks. The last endpoint always fails. */
export interface Receivers {
  urls: readonly string[]
  /** The endpoints that do not fail. */
  followers: readonly Follower[]
  close(): void
}

/** Starts receivers on a free port. */
export async function startReceivers(count: number): Promise<Receivers> {
  const followers = Array.from({ length: count - 1 }, (_, nth): Follower => ({
    name: `Endpoint ${nth}`,
    mayRepeat: true,
    seen: [],
  }))
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const follower = followers[Number(request.url!.slice(1))]
    const id = request.headers['webhook-id'] as string
    follower?.seen.push(id)
    request.resume().on('end', () => response.writeHead(follower ? 204 : 500).end())
  }
  const server = createServer(receive).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urls: Array.from({ length: count }, (_, nth) => `http://127.0.0.1:${port}/${nth}`),
    followers,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
