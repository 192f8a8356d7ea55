import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Another process listens there already. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'

  constructor(host: string, port: number) {
    super(
      `Port ${port} of ${host} is in use by another process. Stop that process, or give this one another port with PORT.`,
    )
  }
}

/** A port of an address that is free now, for a service whose links must name its port before it listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Listens. Throws `PortInUse`. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUse(host, port) : error
  }
}
