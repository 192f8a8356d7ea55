import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** TCP connections to a server that tests can harm. */
export interface Link {
  /** The address of the server, through the link. */
  url: string
  /** Breaks every connection. New ones are taken. */
  cut(): void
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>
  /** Takes connections again, at the same address. */
  mend(): Promise<void>
  /** Passes nothing on any more over the connections whose clients began by saying this, and does not close them either. Others go on. */
  freeze(said?: string): void
  /** Passes nothing on any more, over no connection: as where a cable is pulled out, nobody is told. */
  isolate(): void
  /** Ends that. What was under way meanwhile is broken. */
  rejoin(): void
}

/** How much of what clients say is kept, in characters. */
const BEGINNING = 1_000

/** Where servers listen whose address names no port. */
const PORTS: Readonly<Record<string, number>> = { 'postgres:': 5432, 'redis:': 6379 }

/** Passes connections to a free port of this machine on to the server at `url`. */
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
