/** The API key of every request. All servers accept it. */
export const API_KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

const REST = 'Host: 127.0.0.1\r\nAccept: application/json\r\n'
const HEAD = `X-API-Key: ${API_KEY}\r\n${REST}`

/** Returns the bytes of a GET. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`
}

/** Returns the bytes of a GET with an access token instead of the API key. */
export function getWithToken(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${REST}\r\n`
}

/** Returns the bytes of a POST with a JSON body. The body must be ASCII. */
export function post(path: string, body: unknown): string {
  const json = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
}

/** Returns the bytes of a tool call in a revision of the Model Context Protocol. The arguments must be ASCII. */
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

/** Returns a function that returns the requests in turn, again and again. */
export function inTurn(requests: readonly string[]): () => string {
  let index = 0
  return () => requests[index++ % requests.length]!
}

/** The request that opens a stream of server-sent events, and the text with which the stream begins. */
export const stream = { say: get('/events').replace('application/json', 'text/event-stream'), hear: 'retry: ' }

const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

/** The requests that open a WebSocket and subscribe it to a channel, each with a text of the response. */
export const socket = [
  { say: `GET /ws HTTP/1.1\r\n${HEAD}${HANDSHAKE}\r\n\r\n`, hear: '\r\n\r\n' },
  { say: message({ type: 'subscribe', channel: 'users' }), hear: '"subscribed"' },
]

/** Returns the bytes of a client's short WebSocket message, masked with zeros (RFC 6455, section 5.2). */
function message(content: unknown): string {
  const json = JSON.stringify(content)
  return `\x81${String.fromCharCode(0x80 | json.length)}\0\0\0\0${json}`
}
