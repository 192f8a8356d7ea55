import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Carries connections to a service, and can cut them. */
export interface Proxy {
  url: string
  /** How many connections it has carried. */
  readonly count: number
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

/** Starts a proxy on a free port to a service that listens at `url`. */
export async function startProxy(url: string): Promise<Proxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((near) => {
    count++
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get count() {
      return count
    },
    cut,
    async close() {
      server.close()
      cut()
    },
  }
}
