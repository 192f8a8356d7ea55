import { type Problem, problemDetails } from '@roster/core/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestContext } from '../context/request-context.ts'
import { MCP_PATH } from './path.ts'

/** Returns the result of a success: its JSON, as an object and as text. Without JSON, the text says that the operation is done. */
export function successResult(name: string, json: string | undefined): CallToolResult {
  if (json === undefined) return { content: [{ type: 'text', text: `${name} is done.` }] }
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) as Record<string, unknown> }
}

/** Advice to an agent, beside the problem details of a refusal. */
export interface Advice {
  /** What to do about the refusal, in words. */
  next_step: string
  /** Seconds to wait before the next call. */
  retry_after?: number
  /** The record that a version conflict is about, as it is now. */
  current?: unknown
}

/**
 * Returns the result of a refusal: its problem details (RFC 9457) and the advice, as text. There is no `structuredContent`: it would have to match the output
 * of a success.
 */
export function refusalResult(
  problem: Problem,
  { baseUrl, requestId }: RequestContext,
  advice: Advice = adviceOn(problem),
): CallToolResult {
  const details = problemDetails(problem, { baseUrl, requestId, instance: MCP_PATH })
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ ...details, ...advice }) }] }
}

/** Returns the advice on a problem: the remedy of its kind, or the seconds to wait when the problem has `retry-after`. */
export function adviceOn({ kind, headers }: Problem): Advice {
  const wait = headers['retry-after']
  if (wait === undefined) return { next_step: kind.remedy }
  return { next_step: `Wait ${String(wait)} s, then repeat the call as it was.`, retry_after: Number(wait) }
}
