import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type RosterEvent, verifyWebhook, WebhookVerificationError } from '@roster/sdk/webhooks'

export interface ReceiverOptions {
  /** Secrets of the endpoint: two while a new secret replaces the old one. */
  secrets: readonly string[]
  /** Handles an event; called once for each event. When it throws, Roster delivers the event again. */
  handle: (event: RosterEvent) => void | Promise<void>
}

/** Longest delivery that is kept, in bytes. Whoever can reach the receiver can send more. */
const LONGEST = 1_048_576

/** Returns a server that accepts webhook deliveries at `POST /hooks` only. */
export function receiver({ secrets, handle }: ReceiverOptions): Server {
  const take = taker(handle)

  async function answer(request: IncomingMessage): Promise<number> {
    if (request.url !== '/hooks') return 404
    if (request.method !== 'POST') return 405
    // The signature covers the received bytes: verify them before any parser changes them.
    const body = await bodyOf(request)
    if (body === undefined) return 413
    const event = await verifyWebhook(body, request.headers, secrets)
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

/** Returns the body of a request; undefined for one that is too long, which is read without being kept, so that the sender gets the answer. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= LONGEST) chunks.push(chunk)
  }
  return length <= LONGEST ? Buffer.concat(chunks) : undefined
}

/** How many events are remembered. */
const REMEMBERED = 10_000

/**
 * Returns a function that handles each event once, because deliveries come at least once. A receiver with several processes stores the
 * identifiers of events in its database, in the transaction of the work, and deletes them when deliveries are no longer repeated.
 */
function taker(handle: ReceiverOptions['handle']) {
  /** The handling of each event, by its identifier. A repeated delivery gets the outcome of the first one. */
  const taken = new Map<string, Promise<void>>()
  return (event: RosterEvent): Promise<void> => {
    const handled = taken.get(event.id) ?? Promise.resolve(event).then(handle)
    taken.set(event.id, handled)
    handled.catch(() => taken.delete(event.id))
    if (taken.size > REMEMBERED) taken.delete(taken.keys().next().value!)
    return handled
  }
}

/** Responds with 400 to a delivery that fails verification, and with 500 when handling failed, so that the event is delivered again. */
function refuse(response: ServerResponse, error: unknown): void {
  const isForged = error instanceof WebhookVerificationError
  console.error(error instanceof Error ? error.message : error)
  response.writeHead(isForged ? 400 : 500).end()
}
