import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Sends bytes, and resolves to all received data when the server has closed the connection. */
export type RawConnection = (bytes: string) => Promise<string>

/** Makes a service listen on a free port, for requests that no HTTP client would send. */
export async function rawConnection(app: FastifyInstance): Promise<RawConnection> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (bytes) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => void (answer += String(chunk)))
    socket.on('error', () => {})
    socket.write(bytes)
    await once(socket, 'close')
    return answer
  }
}
