/** The API key that every request carries. Each server knows it. */
export const API_KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

const REST = 'Host: 127.0.0.1\r\nAccept: application/json\r\n'
const HEAD = `X-API-Key: ${API_KEY}\r\n${REST}`

/** The bytes of a GET. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`
}

/** The bytes of a GET with an access token in place of the key. */
export function getWithToken(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${REST}\r\n`
}

/** The bytes of a POST with a body in ASCII. */
export function post(path: string, body: unknown): string {
  const json = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
}

/** The bytes of a call of a tool, in a revision of the Model Context Protocol. Arguments are in ASCII. */
export function callTool(name: string, input: object, revision: string): string {
  const params = { name, arguments: input, ...(revision >= '2026' && { _meta: metaOf(revision) }) }
  const json = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const named = revision >= '2026' ? `Mcp-Method: tools/call\r\nMcp-Name: ${name}\r\n` : ''
  const accept = 'Accept: application/json, text/event-stream\r\n'
  const head = `Host: 127.0.0.1\r\nX-API-Key: ${API_KEY}\r\n${accept}MCP-Protocol-Version: ${revision}\r\n${named}`
  return `POST /mcp HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
}

const metaOf = (revision: string) => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** Goes round through requests that were made beforehand. */
export function inTurn(requests: readonly string[]): () => string {
  let index = 0
  return () => requests[index++ % requests.length]!
}

/** How a stream of server-sent events is opened, and how it begins. */
export const stream = { say: get('/events').replace('application/json', 'text/event-stream'), hear: 'retry: ' }

const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

/** How a socket is opened and subscribed to a channel. */
export const socket = [
  { say: `GET /ws HTTP/1.1\r\n${HEAD}${HANDSHAKE}\r\n\r\n`, hear: '\r\n\r\n' },
  { say: message({ type: 'subscribe', channel: 'users' }), hear: '"subscribed"' },
]

/** The bytes of a short message of a client (RFC 6455, section 5.2), masked with zeros. */
function message(content: unknown): string {
  const json = JSON.stringify(content)
  return `\x81${String.fromCharCode(0x80 | json.length)}\0\0\0\0${json}`
}
