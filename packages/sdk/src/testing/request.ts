import { keysIn, withoutKey } from '#gateway/auth/keys-in-query'

/** Where requests are said to come from. */
export const ADDRESS = '127.0.0.1'

/** A request as the mock reads it. */
export interface MockRequest {
  method: string
  /** Without the query. */
  path: string
  /** With its `?`, without API keys; empty where there is none. */
  search: string
  /** API keys in the query. */
  keys: readonly string[]
  /** By their names in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
  signal: AbortSignal | undefined
}

/** Reads what `fetch` was given. `basePath` is the path of the base address, without a trailing slash. */
export async function readRequest(input: string | URL | Request, init: RequestInit | undefined, basePath: string) {
  const request = new Request(input, init)
  const headers = { ...Object.fromEntries(request.headers), ...givenHeaders(init) }
  return {
    method: request.method,
    ...targetOf(new URL(request.url), basePath),
    headers,
    bytes: new Uint8Array(await request.arrayBuffer()),
    signal: init?.signal ?? (input instanceof Request ? input.signal : undefined),
  } satisfies MockRequest
}

/** The request that opens a socket (RFC 6455, section 4.1). */
export function readHandshake(url: URL, headers: Record<string, string>, basePath: string): MockRequest {
  const named = givenHeaders({ headers })
  return { method: 'GET', ...targetOf(url, basePath), headers: named, bytes: new Uint8Array(), signal: undefined }
}

function targetOf({ pathname, search }: URL, basePath: string) {
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
  const target = path + search
  return { path, search: withoutKey(target).slice(path.length), keys: keysIn(target) }
}

/** Browsers take some headers out of a `Request`, the cookie among them; here they count as they were given. */
function givenHeaders(init: RequestInit | undefined): Record<string, string> {
  const { headers = {} } = init ?? {}
  const entries = headers instanceof Headers ? [...headers] : Array.isArray(headers) ? headers : Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value!.trim()]))
}
