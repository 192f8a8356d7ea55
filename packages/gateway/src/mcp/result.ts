import { type Problem, problemDetails } from '@roster/core/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestContext } from '../context/request-context.ts'
import { MCP_PATH } from './path.ts'

/** What a success answers: its JSON, as an object and as text; without one that it is done. */
export function successResult(name: string, json: string | undefined): CallToolResult {
  if (json === undefined) return { content: [{ type: 'text', text: `${name} is done.` }] }
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) as Record<string, unknown> }
}

/**
 * What a refusal answers: its problem details (RFC 9457) as text, with the next step in words, and the seconds to wait where that helps. It has no
 * `structuredContent`: that would have to be what a success answers.
 */
export function refusalResult(problem: Problem, { baseUrl, requestId }: RequestContext, step?: string): CallToolResult {
  const details = problemDetails(problem, { baseUrl, requestId, instance: MCP_PATH })
  const text = JSON.stringify({ ...details, ...nextStepOf(problem, step) })
  return { isError: true, content: [{ type: 'text', text }] }
}

/** What to do about a problem, in words, by default those of its kind, and the seconds to wait first where that helps. */
export function nextStepOf(
  { kind, headers }: Problem,
  step: string = kind.remedy,
): { next_step: string; retry_after?: number } {
  const wait = headers['retry-after']
  if (wait === undefined) return { next_step: step }
  return { next_step: `Wait ${String(wait)} s, then repeat the call as it was.`, retry_after: Number(wait) }
}
