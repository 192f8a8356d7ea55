import { http, type HttpHandler, HttpResponse, ws, type WebSocketHandler } from 'msw'
import type { Mock } from './testing/mock.ts'

/** Where the app under test sends its requests. */
export interface HandlerOptions {
  /** Address of the service in the app under test. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
}

/**
 * Handlers of Mock Service Worker, by which a mock answers what an app sends to the service, over `fetch` and over the global `WebSocket`:
 * `setupServer(...handlers(mock))`.
 */
export function handlers(
  mock: Pick<Mock, 'baseUrl' | 'fetch' | 'openSocket'>,
  { baseUrl = 'http://localhost:3000' }: HandlerOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  // Requests come with normalized addresses; what is none may be a pattern.
  const base = (URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl).replace(/\/+$/, '')
  return [
    http.all(`${base}/*`, ({ request }) =>
      partsOf(request)
        .then((parts) => mock.fetch(mock.baseUrl + request.url.slice(base.length), parts))
        .catch((error) => brokenConnection(error, request.signal)),
    ),
    socketHandler(mock, base),
  ]
}

/** A request in parts: a `Request` that is made of another loses its body where that cannot be streamed, as in Firefox. */
async function partsOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request
  const body = await request.arrayBuffer()
  return { method, headers, signal, ...(body.byteLength > 0 && { body }) }
}

/** What `fetch` throws when a connection breaks is to be thrown by that of the app; to a request that the app has ended, nobody listens. */
function brokenConnection(error: unknown, { aborted }: AbortSignal): Response {
  if (aborted || error instanceof TypeError) return HttpResponse.error()
  throw error
}

/** Here a socket is open before it is known whether it may be: one that is refused breaks off at once. */
function socketHandler(mock: Pick<Mock, 'baseUrl' | 'fetch' | 'openSocket'>, base: string): WebSocketHandler {
  const [near, far] = [base, mock.baseUrl].map((address) => address.replace(/^http/, 'ws'))
  return ws.link(`${near}/ws`).addEventListener('connection', ({ client }) => {
    const url = new URL(far + client.url.href.slice(near!.length))
    const opened = mock.openSocket(url, {}, client).catch(() => client.close(1006))
    client.addEventListener('message', ({ data }) => void opened.then((session) => session?.receive(data)))
    client.addEventListener('close', () => void opened.then((session) => session?.leave()))
  })
}
