import { type Problem, problemDetails } from '@roster/core/contract'
import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server'
import { MCP_PATH } from './path.ts'
import { performCall } from './perform.ts'
import type { AgentResources } from './resources.ts'
import { adviceOn } from './result.ts'
import type { ToolCall } from './tool.ts'

/** JSON-RPC code of errors without a code of their own. */
const SERVER_ERROR = -32_000

/**
 * Reads a resource by a call of its operation, like a tool. Throws a `ProtocolError` with the URI and the problem details as its data: -32602 when there is no
 * such resource (2026-07-28, resources, error handling).
 */
export async function readResource(
  resources: AgentResources,
  uri: string,
  call: Omit<ToolCall, 'input' | 'idempotencyKey'>,
): Promise<ReadResourceResult> {
  const found = resources.find(uri)
  if (!found) throw unknownResource(uri)
  const { result, problem } = await performCall(found.performer, {
    ...call,
    input: found.input,
    idempotencyKey: undefined,
  })
  if (problem) throw refusedRead(problem, uri, call)
  const [content] = result.content as { text: string }[]
  return { contents: [{ uri, mimeType: 'application/json', text: content!.text }] }
}

const unknownResource = (uri: string) => {
  const text = `There is no resource ${JSON.stringify(uri.slice(0, 200))}. resources/templates/list tells which there are.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text, { uri: uri.slice(0, 2_048) })
}

/** Returns the `ProtocolError` for a refused read. */
export function refusedRead(
  problem: Problem,
  uri: string,
  { context: { baseUrl, requestId } }: Pick<ToolCall, 'context'>,
) {
  const isOfUri = [400, 404, 410].includes(problem.status)
  const details = problemDetails(problem, { baseUrl, requestId, instance: MCP_PATH })
  const code = isOfUri ? ProtocolErrorCode.InvalidParams : SERVER_ERROR
  return new ProtocolError(code, problem.message, { uri, ...details, ...adviceOn(problem) })
}
