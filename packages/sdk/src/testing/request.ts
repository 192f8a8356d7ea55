import { keysIn, withoutKey } from '#gateway/auth/keys-in-query'

/** Address from which every request seems to come. */
export const ADDRESS = '127.0.0.1'

/** A request as the mock reads it. */
export interface MockRequest {
  method: string
  /** Path without the query. */
  path: string
  /** Query with its `?`, without API keys; empty if there is none. */
  search: string
  /** API keys in the query. */
  keys: readonly string[]
  /** Header values by name in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
  signal: AbortSignal | undefined
}

/** Reads the arguments of `fetch`. `basePath` is the path of the base URL, without a trailing slash. */
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

/** Returns the request that opens a socket (RFC 6455, section 4.1). */
export function readHandshake(url: URL, headers: Record<string, string>, basePath: string): MockRequest {
  const named = givenHeaders({ headers })
  return { method: 'GET', ...targetOf(url, basePath), headers: named, bytes: new Uint8Array(), signal: undefined }
}

function targetOf({ pathname, search }: URL, basePath: string) {
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
  const target = path + search
  return { path, search: withoutKey(target).slice(path.length), keys: keysIn(target) }
}

/** Returns the headers that the caller passed. Browsers remove some headers from a `Request`, the cookie among them; the mock uses them all. */
function givenHeaders(init: RequestInit | undefined): Record<string, string> {
  const { headers = {} } = init ?? {}
  const entries = headers instanceof Headers ? [...headers] : Array.isArray(headers) ? headers : Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value!.trim()]))
}
