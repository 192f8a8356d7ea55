import type { IncomingHttpHeaders } from 'node:http'
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  isJSONRPCRequest,
  isJsonContentType,
  isSpecType,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import type { ToolCall } from './tool.ts'

/** Revisions whose plain calls are read here. In the current one, a call names its client, and the answer names the server. */
const CURRENT = '2026-07-28'
const BEFORE = '2025-11-25'

/** A tool call that consists of a name, arguments and metadata alone. */
export interface PlainCall extends Pick<ToolCall, 'input' | 'idempotencyKey' | 'traceparent' | 'agent'> {
  id: string | number
  name: string
  isCurrent: boolean
}

/** Parameters that a plain call may have. Other parameters mean more than a call. */
const MEMBERS = new Set(['name', 'arguments', '_meta'])

/**
 * Returns the plain call in a message: in a supported revision, with all that the revision requires, and not part of a longer exchange. Returns undefined for
 * any other message, faulty or rare; the official package answers those, at several times the cost. The package's own schemas validate the message, so that no
 * call passes that the package would refuse.
 */
export function plainCallOf(body: unknown, headers: IncomingHttpHeaders): PlainCall | undefined {
  if (!isJSONRPCRequest(body) || !isSpecType.CallToolRequest(body) || !isJsonContentType(headers['content-type']))
    return undefined
  const { id, params } = body as CallToolRequest & { id: string | number }
  const { name, arguments: input, _meta: meta = {} } = params
  if (!Object.keys(params).every((member) => MEMBERS.has(member))) return undefined
  const isCurrent = PROTOCOL_VERSION_META_KEY in meta
  if (!(isCurrent ? isOfCurrent(name, meta, headers) : isOfBefore(headers))) return undefined
  const client = isCurrent ? (meta[CLIENT_INFO_META_KEY] as Implementation | undefined) : undefined
  const { idempotencyKey, traceparent } = meta
  return { id, name, input, idempotencyKey, traceparent, agent: client?.name, isCurrent }
}

/** Whether the envelope of a call describes its client, and the headers repeat the version, method and name of the call. */
function isOfCurrent(name: string, meta: Record<string, unknown>, headers: IncomingHttpHeaders): boolean {
  const { [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  return (
    meta[PROTOCOL_VERSION_META_KEY] === CURRENT &&
    headers['mcp-protocol-version'] === CURRENT &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    (client === undefined || isSpecType.Implementation(client)) &&
    isSpecType.ClientCapabilities(capabilities) &&
    !(LOG_LEVEL_META_KEY in meta)
  )
}

/** Whether a client speaks the revision before. It must accept both JSON and a stream, whichever is sent. */
function isOfBefore({ accept = '', 'mcp-protocol-version': version }: IncomingHttpHeaders): boolean {
  return version === BEFORE && accept.includes('application/json') && accept.includes('text/event-stream')
}

/** Returns the message that answers a plain call, as the official package writes it. */
export function answerTo({ id, isCurrent }: PlainCall, result: CallToolResult, serverInfo: Implementation): string {
  const said = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  return JSON.stringify({ result: { ...result, ...(isCurrent && said) }, jsonrpc: '2.0', id })
}
