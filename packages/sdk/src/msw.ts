import { http, type HttpHandler, HttpResponse } from 'msw'
import type { RosterMock } from './testing/mock.ts'

export interface HandlerOptions {
  /** Address of the service in the app under test. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
}

/** Handlers of Mock Service Worker, by which a mock answers what an app sends to the service: `setupServer(...handlers(mock))`. */
export function handlers(mock: RosterMock, { baseUrl = 'http://localhost:3000' }: HandlerOptions = {}): HttpHandler[] {
  const base = baseUrl.replace(/\/+$/, '')
  return [
    http.all(`${base}/*`, ({ request }) =>
      mock.fetch(mock.baseUrl + request.url.slice(base.length), request).catch(brokenConnection),
    ),
  ]
}

/** What `fetch` throws when a connection breaks is to be thrown by that of the app. */
function brokenConnection(error: unknown): Response {
  if (error instanceof TypeError) return HttpResponse.error()
  throw error
}
