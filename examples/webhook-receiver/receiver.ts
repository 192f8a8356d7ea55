import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type RosterEvent, verifyWebhook, WebhookVerificationError } from '@roster/sdk/webhooks'

export interface ReceiverOptions {
  /** Secrets of the endpoint: two while one replaces the other. */
  secrets: readonly string[]
  /** Does what is to be done about an event, once for each. When it throws, the event is delivered again. */
  handle: (event: RosterEvent) => void | Promise<void>
}

/** Takes deliveries at `POST /hooks`, and nothing else. */
export function receiver({ secrets, handle }: ReceiverOptions): Server {
  const take = taker(handle)

  async function answer(request: IncomingMessage): Promise<number> {
    if (request.url !== '/hooks') return 404
    if (request.method !== 'POST') return 405
    // The signature is over the bytes that came: verify before anything parses them.
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

/** Deliveries come at least once. A shop with more than one process remembers identifiers in its database, in the transaction of the work. */
function taker(handle: ReceiverOptions['handle']) {
  /** How each event went, or is going: one that comes again meanwhile is answered as the first is. */
  const taken = new Map<string, Promise<void>>()
  return (event: RosterEvent): Promise<void> => {
    const handled = taken.get(event.id) ?? Promise.resolve(event).then(handle)
    taken.set(event.id, handled)
    handled.catch(() => taken.delete(event.id))
    return handled
  }
}

/** 400 to what is no genuine delivery. 500 to what could not be handled, so that it is delivered again. */
function refuse(response: ServerResponse, error: unknown): void {
  const isForged = error instanceof WebhookVerificationError
  console.error(error instanceof Error ? error.message : error)
  response.writeHead(isForged ? 400 : 500).end()
}
