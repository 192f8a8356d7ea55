import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Number of connections that are opened concurrently. */
const ABREAST = 50

/** Opens connections and sends the same requests on each. Resolves when every connection has received the expected responses. */
export async function openSockets(count: number, options: Opening): Promise<Socket[]> {
  const sockets: Socket[] = []
  const openOn = async () => {
    while (sockets.length < count) {
      const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
      sockets.push(socket)
      await open(socket, options)
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, openOn))
  return sockets
}

/** The first steps of a connection. */
export interface Opening {
  port: number
  /** Texts to send in order. The next text is sent when the response contains `hear`. */
  steps: readonly { say: string; hear: string }[]
}

async function open(socket: Socket, { steps }: Opening): Promise<void> {
  await once(socket, 'connect')
  for (const { say, hear } of steps) {
    socket.write(say, 'latin1')
    let heard = ''
    while (!heard.includes(hear)) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      heard += chunk.toString('latin1')
      if (/^HTTP\/1.1 [45]/.test(heard)) throw new Error(`Not a success:\n${heard}`)
    }
  }
}

/** Resets the connections. An ordinary close would keep their ports in use for a while. */
export function closeSockets(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy()
}
