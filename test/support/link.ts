import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP connection to somewhere that tests can cut. */
export interface Link {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again, on the same port. */
  mend(): Promise<void>
  /** Passes nothing on any more over the connections there are, and does not close them either. New ones work. */
  freeze(): void
}

/** Passes connections to a port of its own on to a server. */
export async function startLink(host: string, port: number): Promise<Link> {
  const sockets = new Set<Socket>()
  const pass = (near: Socket) => {
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
  }
  const server: Server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port

  return {
    port: own,
    async cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    async mend() {
      server.listen(own, '127.0.0.1')
      await once(server, 'listening')
    },
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
