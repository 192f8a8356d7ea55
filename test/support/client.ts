import { APIError, type APIPromise, type ClientOptions, type Fetch, Roster } from '@roster/sdk'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { EXAMPLE_SECRET } from './examples.ts'

/** A client of the service at an address: an administrator's, unless it brings a key. */
export const clientAt = (baseUrl: string, options: Partial<ClientOptions> = {}): Roster =>
  new Roster({ baseUrl, apiKey: EXAMPLE_SECRET, logLevel: 'off', ...options })

/** Options of a client whose writes have no idempotency key, as those of other programs have none. */
export const KEYLESS = { headers: { 'idempotency-key': undefined } }

/** A client of a service in this process. It sends these headers as its credential, and each request once. */
export const clientWithin = (
  app: FastifyInstance,
  credential: Record<string, string>,
  options: Partial<ClientOptions> = {},
): Roster => clientAt('http://localhost', { fetch: fetchWithin(app, credential), maxRetries: 0, ...options })

/** A `fetch` that needs no socket, and sends other headers in place of the client's key. */
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

/** The status that a call is answered with, be it a success or an error. Rejects with what is no answer. */
export const statusOf = (call: APIPromise<unknown>): Promise<number> =>
  call.withResponse().then(
    ({ response }) => response.status,
    (error: unknown) => {
      if (error instanceof APIError) return error.status
      throw error
    },
  )
