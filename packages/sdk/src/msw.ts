import { http, type HttpHandler, HttpResponse, ws, type WebSocketHandler } from 'msw'
import { LostConnection } from './testing/lost-connection.ts'
import type { Mock } from './testing/mock.ts'

/** Options of `handlers`. */
export interface HandlerOptions {
  /** Base URL of the service, as the app under test uses it; in a page also a path, such as `/api`. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
}

/**
 * Returns handlers of Mock Service Worker. With them a mock answers the app's requests to the service, over `fetch` and the global `WebSocket`:
 * `setupServer(...handlers(mock))`.
 */
export function handlers(
  mock: Pick<Mock, 'baseUrl' | 'fetch' | 'openSocket'>,
  { baseUrl = 'http://localhost:3000' }: HandlerOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  // Mock Service Worker passes normalized URLs. A path is one of the page.
  const base = new URL(baseUrl, (globalThis as { location?: { href: string } }).location?.href).href.replace(/\/+$/, '')
  return [
    http.all(`${base}/*`, ({ request }) =>
      partsOf(request)
        .then((parts) => mock.fetch(mock.baseUrl + request.url.slice(base.length), parts))
        .catch((error) => brokenConnection(error, request.signal)),
    ),
    socketHandler(mock, base),
  ]
}

/** Returns the parts of a request. A `Request` made from another one loses its body where bodies cannot be streamed, as in Firefox. */
async function partsOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request
  const body = await request.arrayBuffer()
  return { method, headers, signal, ...(body.byteLength > 0 && { body }) }
}

/** Returns a network error, so that the app's `fetch` throws, when the connection broke or the app has aborted the request. Throws other errors. */
function brokenConnection(error: unknown, { aborted }: AbortSignal): Response {
  if (aborted || error instanceof LostConnection) return HttpResponse.error()
  throw error
}

/** Returns the handler of `/ws`. Mock Service Worker opens a socket before the mock accepts it: a refused socket closes at once with code 1006. */
function socketHandler(mock: Pick<Mock, 'baseUrl' | 'fetch' | 'openSocket'>, base: string): WebSocketHandler {
  const [near, far] = [base, mock.baseUrl].map((address) => address.replace(/^http/, 'ws'))
  return ws.link(`${near}/ws`).addEventListener('connection', ({ client }) => {
    const url = new URL(far + client.url.href.slice(near!.length))
    const opened = mock.openSocket(url, {}, client).catch(() => client.close(1006))
    client.addEventListener('message', ({ data }) => void opened.then((session) => session?.receive(data)))
    client.addEventListener('close', () => void opened.then((session) => session?.leave()))
  })
}
