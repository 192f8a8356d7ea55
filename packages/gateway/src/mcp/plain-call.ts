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

/** Revisions whose plain calls are read here. In the first, a call says who makes it, and its answer who gives it. */
const CURRENT = '2026-07-28'
const BEFORE = '2025-11-25'

/** A call of a tool of which the protocol has nothing more to say than what is called with what. */
export interface PlainCall extends Pick<ToolCall, 'input' | 'idempotencyKey' | 'traceparent' | 'agent'> {
  id: string | number
  name: string
  isCurrent: boolean
}

/** What parameters may hold. Others mean more than a call. */
const MEMBERS = new Set(['name', 'arguments', '_meta'])

/**
 * A call as almost all are: in a revision that is spoken, with all that this revision wants, and without what makes it part of something longer.
 * Undefined for all else, faulty or rare: that is for the official package to answer, at several times the cost. The package's own schemas
 * say here what is well-formed, so that nothing passes that it would refuse.
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

/** Whether a call says in its envelope what client makes it, and in its headers what they repeat of it. */
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

/** Whether a client speaks the revision before. It must take a stream as well, whatever it is given. */
function isOfBefore({ accept = '', 'mcp-protocol-version': version }: IncomingHttpHeaders): boolean {
  return version === BEFORE && accept.includes('application/json') && accept.includes('text/event-stream')
}

/** The message that answers a plain call, as the official package writes it. */
export function answerTo({ id, isCurrent }: PlainCall, result: CallToolResult, serverInfo: Implementation): string {
  const said = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  return JSON.stringify({ result: { ...result, ...(isCurrent && said) }, jsonrpc: '2.0', id })
}
