import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The unprocessed response on a connection, and whether the connection was closed. */
export interface RawResponse {
  status: number | undefined
  headers: Record<string, string>
  body: string
  /** Whether the server closed the connection instead of keeping it open for the next request. */
  closed: boolean
}

/** Milliseconds without data after which the response on an open connection counts as complete. */
const QUIET = 100

/** Milliseconds after which a connection without a response is closed. */
const SILENT = 12_000

/** Makes a service listen on a free port of this machine, and returns the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** The next port that is tried, below those that systems give out by themselves. Each process begins somewhere else. */
let nextPort = 20_000 + Math.floor(Math.random() * 11_000)

/**
 * Returns a free port of this machine, for a service that must know its address before it starts. Nobody who listens on a port of the
 * system's choice is given it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Milliseconds between two packets, so that they arrive separately. */
const GAP = 10

/** Whether a response announces the end of the connection. An event stream has the same header, but stays open. */
const isClosing = (text: string) =>
  /^connection: close\r$/im.test(text) && !/^content-type: text\/event-stream/im.test(text)

/** How many final responses a text has the heads of. */
const finalHeads = (text: string) => text.match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0

/**
 * Sends bytes unchanged, in one or more packets. Reads until the server closes the connection, or has sent nothing for a while after its
 * response. When the response announces the close, waits for it.
 */
export const sendRaw = (port: number, ...packets: (string | Buffer)[]): Promise<RawResponse> =>
  sendRawFor(0, port, ...packets)

/** Does the same, and waits also until so many final responses have begun. */
export async function sendRawFor(responses: number, port: number, ...packets: (string | Buffer)[]) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  let quiet: NodeJS.Timeout | undefined
  let closed = true
  const giveUp = () => {
    closed = false
    socket.destroy()
  }
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    clearTimeout(quiet)
    const text = Buffer.concat(chunks).toString('latin1')
    if (finalHeads(text) >= responses && !isClosing(text)) quiet = globalThis.setTimeout(giveUp, QUIET)
  })
  socket.setTimeout(SILENT, giveUp)
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.setNoDelay()
  for (const [index, packet] of packets.entries()) {
    if (index > 0) await setTimeout(GAP)
    if (socket.writable) socket.write(packet)
  }
  await ended
  clearTimeout(quiet)
  return { ...parseResponse(Buffer.concat(chunks).toString('latin1')), closed }
}

/** Parses the first response in a text. All data after its headers count as the body. */
function parseResponse(text: string): Omit<RawResponse, 'closed'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]
  return {
    status: status === undefined ? undefined : Number(status),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  }
}
