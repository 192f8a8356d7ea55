import { badParameter, wholeList } from '#core/contract/agent-description'
import type { MockRequest } from '../request.ts'
import { faultIn } from './shape.ts'
import { ENVELOPE, ENVELOPE_KEYS, INITIALIZE, PARAMETERS } from './shapes.ts'

/** Revisions of the protocol. A message of the current revision names the revision in itself. */
const CURRENT = '2026-07-28'
const EARLIER = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

const { version: VERSION, capabilities: CAPABILITIES } = ENVELOPE_KEYS
const SERVER = 'io.modelcontextprotocol/serverInfo'

type Row = Record<string, unknown>

/** A well-formed request of an agent. */
export interface Message {
  id: string | number
  method: string
  params: Row
  /** Whether the message is in the current revision. */
  isCurrent: boolean
}

/** The protocol refuses a message or a part of it. */
export class MessageRefused extends Error {
  readonly status: number
  readonly code: number
  readonly data: object | undefined
  readonly id: unknown

  constructor(
    status: number,
    code: number,
    message: string,
    { data, id = null }: { data?: object; id?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
    this.id = id
  }
}

/** Returns the JSON-RPC request in a body; undefined for a message without a response. Throws `MessageRefused` if it is not well-formed in its revision. */
export function messageIn(body: unknown, { headers }: MockRequest): Message | undefined {
  const { id, method, params = {} } = (body ?? {}) as { id?: unknown; method?: unknown; params?: Row }
  if (isResponse(body)) return undefined
  if (!isRpc(body))
    throw notMessage(typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null)
  if (id === undefined) return undefined
  const message = { id: id as Message['id'], method: method as string, params }
  const meta = (params['_meta'] ?? {}) as Row
  const isCurrent = VERSION in meta
  if (isCurrent) requireEnvelope(message, meta, headers)
  else requireEarlier(message, meta, headers)
  requireParameters(message, isCurrent, (body as { params?: unknown }).params)
  return { ...message, isCurrent }
}

/** Throws `MessageRefused` if the parameters of a request break the protocol. */
function requireParameters({ id, method }: Sent, isCurrent: boolean, params: unknown): void {
  const shape = method === 'initialize' && !isCurrent ? INITIALIZE : PARAMETERS[method]
  const fault = shape && (faultIn(params, shape, 'params') ?? cursorFault(method, params))
  if (!fault) return
  throw new MessageRefused(200, -32_602, badParameter(method, fault.path, fault.problem), { id })
}

/** Returns the fault of a cursor for the list of tools. The list comes whole, so that no cursor is valid. */
const cursorFault = (method: string, params: unknown) =>
  method === 'tools/list' && Object(params)['cursor'] ? { path: 'params.cursor', problem: wholeList } : undefined

/** Returns the message with a result, in the revision of the request. */
export function resultMessage({ id, isCurrent }: Message, result: object, { lifetime, server }: Answering): object {
  const cached = lifetime === undefined ? {} : { ttlMs: lifetime, cacheScope: 'private' }
  const said = isCurrent && { resultType: 'complete', ...cached, _meta: { [SERVER]: server } }
  return { result: { ...result, ...said }, jsonrpc: '2.0', id }
}

interface Answering {
  server: object
  /** Milliseconds for which the result may be cached; undefined to leave that out. */
  lifetime?: number | undefined
}

/** The revisions that the service announces, and the revision it agrees on with a client that begins by asking for one. */
export const REVISIONS = {
  current: [CURRENT],
  agreed: (asked: unknown) => EARLIER.find((one) => one === asked) ?? EARLIER[0],
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id)

const isResponse = (body: unknown) =>
  isRow(body) &&
  body['jsonrpc'] === '2.0' &&
  !('method' in body) &&
  isId(body['id']) &&
  (isRow(body['result']) || isError(body['error']))

const isError = (error: unknown) =>
  isRow(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string'

const isRpc = (body: unknown) =>
  isRow(body) &&
  body['jsonrpc'] === '2.0' &&
  typeof body['method'] === 'string' &&
  (body['id'] === undefined || isId(body['id'])) &&
  Object.keys(body).every((member) => MEMBERS.has(member)) &&
  (body['params'] === undefined || (isRow(body['params']) && isMeta(body['params']['_meta'])))

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params'])

const isMeta = (meta: unknown) =>
  meta === undefined || (isRow(meta) && (meta['progressToken'] === undefined || isId(meta['progressToken'])))

const notMessage = (id: unknown) =>
  new MessageRefused(400, -32_600, 'Bad Request: the request body is not a valid JSON-RPC message', { id })

type Headers = MockRequest['headers']
type Sent = Omit<Message, 'isCurrent'>

/** Throws `MessageRefused` unless `_meta` and the headers agree as the current revision requires. */
function requireEnvelope({ id, method, params }: Sent, meta: Row, headers: Headers): void {
  const fault = envelopeFault(meta)
  if (fault) {
    const says = `Invalid _meta envelope for protocol revision ${CURRENT}: ${fault.key}: ${fault.problem}`
    throw new MessageRefused(400, -32_602, says, { data: { envelope: fault }, id })
  }
  const version = meta[VERSION]
  const { 'mcp-protocol-version': named, 'mcp-method': namedMethod, 'mcp-name': namedTool } = headers
  const disagree = (header: string | undefined, says: string) => {
    const data = { mismatch: { header: header ?? '(missing)', body: says } }
    const detail = `Bad Request: the request headers and body disagree: ${says}`
    return new MessageRefused(400, -32_020, detail, { data, id })
  }
  if (named !== undefined && named !== version)
    throw disagree(
      named,
      `the body envelope names protocol version ${String(version)} but the MCP-Protocol-Version header names ${named}`,
    )
  if (namedMethod !== undefined && namedMethod !== method)
    throw disagree(namedMethod, `the body names method ${method} but the Mcp-Method header names ${namedMethod}`)
  if (version !== CURRENT) {
    const data = { supported: [CURRENT], requested: version }
    throw new MessageRefused(400, -32_022, `Unsupported protocol version: ${String(version)}`, { data, id })
  }
  if (named === undefined)
    throw disagree(
      undefined,
      `the body envelope names protocol version ${CURRENT} but the required MCP-Protocol-Version header is absent`,
    )
  if (namedMethod === undefined)
    throw disagree(undefined, `the body names method ${method} but the required Mcp-Method header is absent`)
  const tool = method === 'tools/call' ? params['name'] : undefined
  if (typeof tool !== 'string') return
  const says = `the body carries params.name="${tool}" but the`
  if (namedTool === undefined) throw disagree(undefined, `${says} required Mcp-Name header is absent`)
  const decoded = decodedHeader(namedTool)
  if (decoded === undefined) throw disagree(namedTool, 'the Mcp-Name header carries an invalid Base64 sentinel value')
  if (decoded !== tool) throw disagree(namedTool, `${says} Mcp-Name header names "${decoded}"`)
}

/** Returns the value of a header that may be in base64, for texts that a header cannot hold. Returns undefined for invalid base64. */
function decodedHeader(value: string): string | undefined {
  const [, coded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  if (coded === undefined) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** Returns the first fault of an envelope, or undefined. */
function envelopeFault(meta: Row): { key: string; problem: string } | undefined {
  if (!(CAPABILITIES in meta)) return { key: CAPABILITIES, problem: 'missing' }
  const fault = faultIn(meta, ENVELOPE, '')
  return fault && { key: fault.path, problem: fault.problem }
}

/** Throws `MessageRefused` if a request breaks the earlier revisions. Their first request has no version header. */
function requireEarlier({ id, method, params }: Sent, meta: Row, headers: Headers): void {
  const { accept = '', 'mcp-protocol-version': named } = headers
  if (named !== undefined && named >= CURRENT && method !== 'initialize') {
    const missing = params['_meta'] === undefined ? ['_meta'] : [VERSION, CAPABILITIES].filter((key) => !(key in meta))
    const says = `Invalid params: the MCP-Protocol-Version header names protocol revision ${named}, but the request is missing the required per-request envelope key(s): ${missing.join(', ')}`
    throw new MessageRefused(400, -32_602, says, { data: { envelope: { missing } }, id })
  }
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    throw new MessageRefused(
      406,
      -32_000,
      'Not Acceptable: Client must accept both application/json and text/event-stream',
    )
  if (named === undefined || method === 'initialize' || EARLIER.includes(named)) return
  const says = `Bad Request: Unsupported protocol version: ${named} (supported versions: ${EARLIER.join(', ')})`
  throw new MessageRefused(400, -32_000, says)
}
