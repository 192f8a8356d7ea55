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
  { headers = {}, ...said }: Said = {},
): Promise<HttpResponse<Body>> {
  const message = messageOf(method, params, said)
  return caller.rest('POST /mcp', message.body, { ...message.headers, ...headers })
}

/** Returns the request by which `fetch` opens the stream of changes to some resources. */
export function listenRequest(...uris: string[]) {
  const { headers, body } = messageOf('subscriptions/listen', { notifications: { resourceSubscriptions: uris } })
  const sent = { 'content-type': 'application/json', ...headers }
  return { method: 'POST', headers: sent, body: JSON.stringify(body) }
}

function messageOf(
  method: string,
  params: Record<string, unknown>,
  { capabilities = {}, id = 1 }: Omit<Said, 'headers'> = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...(params['_meta'] as object | undefined),
  }
  const name = params['taskId'] ?? params['name'] ?? params['uri']
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
  return { headers, body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } } }
}
