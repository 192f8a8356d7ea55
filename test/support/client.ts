import { APIError, type APIPromise, type ClientOptions, type Fetch, Roster } from '@roster/sdk'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { EXAMPLE_SECRET } from './examples.ts'

/** Returns a client of the service at a URL. By default it has the administrator's key. */
export const clientAt = (baseUrl: string, options: Partial<ClientOptions> = {}): Roster =>
  new Roster({ baseUrl, apiKey: EXAMPLE_SECRET, logLevel: 'off', ...options })

/** Options of a client whose writes have no idempotency key, like those of other HTTP clients. */
export const KEYLESS = { headers: { 'idempotency-key': undefined } }

/** Returns a client of a service in this process. It sends these headers as its credential, and does not retry. */
export const clientWithin = (
  app: FastifyInstance,
  credential: Record<string, string>,
  options: Partial<ClientOptions> = {},
): Roster => clientAt('http://localhost', { fetch: fetchWithin(app, credential), maxRetries: 0, ...options })

/** Returns a `fetch` that uses no socket, and sends these headers instead of the client's key. */
export function fetchWithin(app: FastifyInstance, credential: Record<string, string>): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const { 'x-api-key': _key, ...sent } = Object.fromEntries(new Headers(headers))
    const request = { method, url, headers: { ...sent, ...credential }, payload: body, signal }
    const { statusCode: status, headers: received, rawPayload } = await app.inject(request as InjectOptions)
    const fields = Object.entries(received).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    )
    return new Response(rawPayload.length > 0 ? new Uint8Array(rawPayload) : null, { status, headers: fields })
  }
}

/** Returns the status of the response, for a success and for an error. Rejects when there is no response. */
export const statusOf = (call: APIPromise<unknown>): Promise<number> =>
  call.withResponse().then(
    ({ response }) => response.status,
    (error: unknown) => {
      if (error instanceof APIError) return error.status
      throw error
    },
  )
