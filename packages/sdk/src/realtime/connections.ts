import type { Client } from '../core/client.ts'
import { discard } from '../core/discard.ts'
import { sleep } from '../core/limits.ts'
import { mayPass } from '../core/retries.ts'
import type { Ticket } from '../resources/realtime.ts'
import { SocketClosedError } from './errors.ts'
import type { Ending } from './link.ts'
import { delayAfter, FOR_EVER } from './reconnection.ts'
import type { Loss } from './socket-events.ts'

/** Milliseconds over which clients spread their reconnections after the service closes with code 1001 (going away). */
const SPREAD = 5_000

/** Opens one connection after another until the signal is aborted. Throws errors that another connection would not change. */
export async function stayConnected(
  client: Client,
  signal: AbortSignal,
  talk: (url: string) => Promise<Ending>,
  onLoss: (loss: Loss) => void,
): Promise<never> {
  /** Connections that were lost since the last one that was open. */
  let losses = 0
  for (;;) {
    const { code, reason, wasOpen, error } = await addressOf(client, signal).then(talk).catch(lostBefore)
    if (code === 1008) throw new SocketClosedError(code, reason)
    if (wasOpen) losses = 0
    else if (!error) await requirePermission(client, signal)
    const delay = code === 1001 ? Math.random() * SPREAD : delayAfter(++losses, 0, error)
    if (!signal.aborted) onLoss({ code, reason, delay })
    await sleep(delay, signal)
  }
}

/** Returns the address for a connection, with a new ticket. */
async function addressOf(client: Client, signal: AbortSignal): Promise<string> {
  const options = { ...FOR_EVER, signal }
  const { ticket } = await client.request<Ticket>(
    'POST',
    `${client.product.basePath ?? ''}/realtime/tickets`,
    {},
    options,
  )
  return `${client.baseUrl.replace('http', 'ws')}/ws?ticket=${ticket}`
}

/** Returns the ending of a connection that could not be opened because its request failed and may succeed later. Throws other errors. */
function lostBefore(error: unknown): Ending {
  if (!mayPass(error)) throw error
  return { code: 1006, reason: error.message, wasOpen: false, error }
}

/**
 * Throws the error of the service if the caller may not open a connection. A refused handshake gives no reason; a request for the event stream needs the same
 * permission and does.
 */
async function requirePermission(client: Client, signal: AbortSignal): Promise<void> {
  const headers = { accept: 'text/event-stream' }
  const asked = client.open('GET', '/events', {}, { headers, signal, maxRetries: 0 })
  await asked.then(({ body }) => discard(body), lostBefore)
}
