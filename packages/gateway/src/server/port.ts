import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A port of an address, and the setting that gives it. */
interface Place {
  setting: string
  host: string
  port: number
}

const NO_ADDRESS = ({ host }: Place) =>
  `The name ${host} has no address. Give HOST an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`

/** Messages for places where the process cannot listen, by the code of the error. */
const REASONS: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ setting, host, port }) =>
    `Port ${port} of ${host} is in use by another process. Stop that process, or give this one another port with ${setting}.`,
  EACCES: ({ setting, host, port }) =>
    `This process has no permission for port ${port} of ${host}. Give it a port from 1024 on with ${setting}.`,
  EADDRNOTAVAIL: ({ host }) =>
    `The address ${host} is none of this machine. Give HOST one that is, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
  ENOTFOUND: NO_ADDRESS,
  EAI_AGAIN: NO_ADDRESS,
}

/** Error when the process cannot listen at its address. The message says why, and which setting to change. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

/** Returns a port of an address that is free now, for a service whose links must name its port before it listens. Throws `CannotListen`. */
export async function freePort(host: string): Promise<number> {
  const server = createServer()
  await listenAt({ setting: 'PORT', host, port: 0 }, () => once(server.listen(0, host), 'listening'))
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Makes the server listen. Throws `CannotListen`. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  await listenAt({ setting: 'PORT', host, port }, () => app.listen({ port, host }))
}

/** Waits until a server listens at a place. Throws `CannotListen`, which names the setting. */
export async function listenAt(place: Place, listening: () => Promise<unknown>): Promise<void> {
  try {
    await listening()
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new CannotListen(reason(place), { cause: error }) : error
  }
}
