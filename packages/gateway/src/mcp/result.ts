import { type Problem, problemDetails } from '@roster/core/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestContext } from '../context/request-context.ts'
import { MCP_PATH } from './path.ts'

/** What a success answers: its JSON, as an object and as text; without one that it is done. */
export function successResult(name: string, json: string | undefined): CallToolResult {
  if (json === undefined) return { content: [{ type: 'text', text: `${name} is done.` }] }
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) as Record<string, unknown> }
}

/** What an agent is told beside the problem details of a refusal. */
export interface Advice {
  /** What to do about it, in words. */
  next_step: string
  /** The seconds to wait first. */
  retry_after?: number
  /** The record that a version conflict is about, as it is now. */
  current?: unknown
}

/**
 * What a refusal answers: its problem details (RFC 9457) and what to do about it, as text. It has no `structuredContent`: that would have to be what a
 * success answers.
 */
export function refusalResult(
  problem: Problem,
  { baseUrl, requestId }: RequestContext,
  advice: Advice = adviceOn(problem),
): CallToolResult {
  const details = problemDetails(problem, { baseUrl, requestId, instance: MCP_PATH })
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ ...details, ...advice }) }] }
}

/** What to do about a problem, in the words of its kind, and the seconds to wait first where that helps. */
export function adviceOn({ kind, headers }: Problem): Advice {
  const wait = headers['retry-after']
  if (wait === undefined) return { next_step: kind.remedy }
  return { next_step: `Wait ${String(wait)} s, then repeat the call as it was.`, retry_after: Number(wait) }
}
