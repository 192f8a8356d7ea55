import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How many connections are opened at once. */
const ABREAST = 50

/** Opens connections and sends the same request on each; resolves when all of them have answered with what they wait for. */
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

/** How a connection begins. */
export interface Opening {
  port: number
  /** What is sent in turn, each part when the one before it is answered with the text beside it. */
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

/** Closes without the wait that would keep their ports taken. */
export function closeSockets(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.resetAndDestroy()
}
