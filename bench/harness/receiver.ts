import { createServer, type AddressInfo, type Socket } from 'node:net'
import { clock, type Tally } from './tally.ts'

/** A server that receives webhooks. It uses plain sockets, because it shares the processors with the measured server. */
export interface Receiver {
  url: string
  /** Returns the first request that has arrived. */
  first(): string
  close(): void
}

const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i
const SENT = /"sent":(\d+)/

/** Starts a receiver that accepts every request. The tally counts requests that have their time of sending. */
export async function startReceiver(tally?: Tally): Promise<Receiver> {
  const open = new Set<Socket>()
  let first = ''
  const server = createServer((socket) => {
    open.add(socket)
    let received = ''
    socket.setNoDelay().setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isComplete(received)) return
      socket.write(ANSWER, 'latin1')
      first ||= received
      tally?.add(Number(SENT.exec(received)![1]), clock())
      received = ''
    })
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    first: () => first,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function isComplete(request: string): boolean {
  const head = request.indexOf('\r\n\r\n')
  return head !== -1 && request.length >= head + 4 + Number(LENGTH.exec(request)![1])
}
