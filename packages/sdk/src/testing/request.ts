/** A request as the mock reads it. */
export interface MockRequest {
  method: string
  /** Without the query. */
  path: string
  /** With its `?`; empty where there is none. */
  search: string
  /** By their names in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
  signal: AbortSignal | undefined
}

/** Reads what `fetch` was given. `basePath` is the path of the base address, without a trailing slash. */
export async function readRequest(input: string | URL | Request, init: RequestInit | undefined, basePath: string) {
  const request = new Request(input, init)
  const { pathname, search } = new URL(request.url)
  const headers = { ...Object.fromEntries(request.headers), ...givenHeaders(init) }
  return {
    method: request.method,
    path: pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname,
    search,
    headers,
    bytes: new Uint8Array(await request.arrayBuffer()),
    signal: init?.signal ?? (input instanceof Request ? input.signal : undefined),
  } satisfies MockRequest
}

/** Browsers take some headers out of a `Request`, the cookie among them; here they count as they were given. */
function givenHeaders(init: RequestInit | undefined): Record<string, string> {
  const { headers = {} } = init ?? {}
  const entries = headers instanceof Headers ? [...headers] : Array.isArray(headers) ? headers : Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value!]))
}
