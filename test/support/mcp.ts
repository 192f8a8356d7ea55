import type { Caller, HttpResponse } from './caller.ts'

const REVISION = '2026-07-28'

/** Members and headers of a raw request, besides its parameters. */
export interface Said {
  /** Capabilities of the client, such as its extensions. */
  capabilities?: object
  headers?: Record<string, string>
  id?: string | number
}

/** Sends one message of the revision 2026-07-28, in the form of the specification, for requests that no client of the protocol sends. */
export function ask<Body = any>(
  caller: Caller,
  method: string,
  params: Record<string, unknown> = {},
  { capabilities = {}, headers = {}, id = 1 }: Said = {},
): Promise<HttpResponse<Body>> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...(params['_meta'] as object | undefined),
  }
  const name = params['taskId'] ?? params['name'] ?? params['uri']
  const own = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
  const body = { jsonrpc: '2.0', id, method, params: { ...params, _meta } }
  return caller.rest('POST /mcp', body, { ...own, ...headers })
}
