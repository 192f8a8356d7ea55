import { type AppRouter } from '@roster/api'
import { createTRPCClient, getFetch, httpBatchLink, TRPCClientError } from '@trpc/client'

/** A `fetch` as tRPC calls it. */
export type Fetch = ReturnType<typeof getFetch>

export interface Connection {
  url: string
  apiKey: string
  /** Default: the global one. */
  fetch?: Fetch
}

/** The procedures of the service, with the types of its router; nothing of it is loaded. Calls of one moment are one request. */
export function rosterClient({ url, apiKey, fetch = getFetch() }: Connection) {
  const link = httpBatchLink({ url: `${url}/trpc`, headers: { 'x-api-key': apiKey }, fetch, maxItems: 50 })
  return createTRPCClient<AppRouter>({ links: [link] })
}

export type RosterClient = ReturnType<typeof rosterClient>

/** The problem details that an error carries, the same as over REST; undefined for any other error, such as a broken connection. */
export function problemOf(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.problem : undefined
}
