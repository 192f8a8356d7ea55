import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server, whose connections tests can break. */
export interface Link {
  /** URL of the server through the link. */
  url: string
  /** Breaks every connection. New connections are accepted. */
  cut(): void
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>
  /** Accepts connections again, at the same address. */
  mend(): Promise<void>
  /** Stops forwarding on connections whose first data contain this text; default: all. They stay open. Other connections continue. */
  freeze(said?: string): void
  /** Stops forwarding on all connections without closing any, like a pulled cable. */
  isolate(): void
  /** Ends the isolation, and breaks the connections that were isolated. */
  rejoin(): void
}

/** Number of characters of a client's first data that are kept. */
const BEGINNING = 1_000

/** Default ports by protocol. */
const PORTS: Readonly<Record<string, number>> = { 'postgres:': 5432, 'redis:': 6379 }

/** Listens on a free port of this machine, and forwards connections to the server at `url`. */
export async function startLink(url: string): Promise<Link> {
  const { protocol, host, hostname, port } = new URL(url)
  const pairs = new Map<Socket, { far: Socket; said: string }>()
  const stranded = new Set<Socket>()
  let isIsolated = false
  const server = createServer((near) => {
    if (isIsolated) {
      stranded.add(near.on('error', () => {}))
      return
    }
    const far = connect(Number(port || PORTS[protocol]), hostname)
    const pair = { far, said: '' }
    pairs.set(near, pair)
    near.on('data', (chunk) => {
      if (pair.said.length < BEGINNING) pair.said += String(chunk)
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => pairs.delete(near) && to.destroy())
    }
  })
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening')
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    for (const near of pairs.keys()) near.destroy()
  }

  const freeze = (beginning = '') => {
    for (const [near, { far, said }] of pairs)
      if (said.includes(beginning)) for (const socket of [near, far]) socket.unpipe().pause()
  }

  return {
    url: url.replace(host, `127.0.0.1:${own}`),
    cut,
    async close() {
      server.close()
      for (const near of stranded) near.destroy()
      cut()
      await once(server, 'close')
    },
    async mend() {
      await listen(own)
    },
    freeze,
    isolate() {
      isIsolated = true
      freeze()
    },
    rejoin() {
      isIsolated = false
      for (const near of stranded) near.destroy()
      stranded.clear()
      cut()
    },
  }
}
