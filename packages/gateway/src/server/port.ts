import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Another process listens there already. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'

  constructor(setting: string, host: string, port: number) {
    super(
      `Port ${port} of ${host} is in use by another process. Stop that process, or give this one another port with ${setting}.`,
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
  await namingPort('PORT', host, port, () => app.listen({ port, host }))
}

/** Listens at a port that a setting gives. Throws `PortInUse`, which names the setting. */
export async function namingPort(
  setting: string,
  host: string,
  port: number,
  listening: () => Promise<unknown>,
): Promise<void> {
  try {
    await listening()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUse(setting, host, port) : error
  }
}
