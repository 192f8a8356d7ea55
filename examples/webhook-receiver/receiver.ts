import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type RosterEvent, verifyWebhook, WebhookVerificationError } from '@roster/sdk/webhooks'

export interface ReceiverOptions {
  /** Secrets of the endpoint: two while a new secret replaces the old one. */
  secrets: readonly string[]
  /** Handles an event; called once for each event. When it throws, Roster delivers the event again. */
  handle: (event: RosterEvent) => void | Promise<void>
}

/** Returns a server that accepts webhook deliveries at `POST /hooks` only. */
export function receiver({ secrets, handle }: ReceiverOptions): Server {
  const take = taker(handle)

  async function answer(request: IncomingMessage): Promise<number> {
    if (request.url !== '/hooks') return 404
    if (request.method !== 'POST') return 405
    // The signature covers the received bytes: verify them before any parser changes them.
    const event = await verifyWebhook(await buffer(request), request.headers, secrets)
    await take(event)
    return 204
  }

  return createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => refuse(response, error),
    )
  })
}

/**
 * Returns a function that handles each event once, because deliveries come at least once. A receiver with several processes stores the
 * identifiers of events in its database, in the transaction of the work.
 */
function taker(handle: ReceiverOptions['handle']) {
  /** The handling of each event, by its identifier. A repeated delivery gets the outcome of the first one. */
  const taken = new Map<string, Promise<void>>()
  return (event: RosterEvent): Promise<void> => {
    const handled = taken.get(event.id) ?? Promise.resolve(event).then(handle)
    taken.set(event.id, handled)
    handled.catch(() => taken.delete(event.id))
    return handled
  }
}

/** Responds with 400 to a delivery that fails verification, and with 500 when handling failed, so that the event is delivered again. */
function refuse(response: ServerResponse, error: unknown): void {
  const isForged = error instanceof WebhookVerificationError
  console.error(error instanceof Error ? error.message : error)
  response.writeHead(isForged ? 400 : 500).end()
}
