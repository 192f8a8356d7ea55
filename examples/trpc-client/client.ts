import type { AppRouter } from '@roster/api'
import { createTRPCClient, getFetch, httpBatchLink, TRPCClientError } from '@trpc/client'

/** The `fetch` function that tRPC's client calls. */
export type Fetch = ReturnType<typeof getFetch>

export interface Connection {
  url: string
  apiKey: string
  /** Default: the global `fetch`. */
  fetch?: Fetch
}

/** Returns a client with the types of the service's router; none of the router's code is loaded. Calls made at the same time share one request. */
export function rosterClient({ url, apiKey, fetch = getFetch() }: Connection) {
  const link = httpBatchLink({ url: `${url}/trpc`, headers: { 'x-api-key': apiKey }, fetch, maxItems: 50 })
  return createTRPCClient<AppRouter>({ links: [link] })
}

export type RosterClient = ReturnType<typeof rosterClient>

/** Returns the problem details of an error, as in a REST response, or undefined for any other error, such as a broken connection. */
export function problemOf(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.problem : undefined
}
