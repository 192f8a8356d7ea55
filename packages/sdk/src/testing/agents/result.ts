import { MCP_PATH } from '#gateway/mcp/path'
import type { Problem } from '../problem.ts'
import { problemResponse } from '../response.ts'
import type { AgentCall } from './exchange.ts'

/** What a call of a tool came to. */
export interface ToolResult {
  isError?: true
  content: { type: 'text'; text: string }[]
  structuredContent?: unknown
}

/** A text for an agent. */
export const saying = (text: string) => ({ type: 'text' as const, text })

/** What a success answers; that it is done where there is nothing to say. */
export function successResult(name: string, output: object | undefined): ToolResult {
  if (output === undefined) return { content: [saying(`${name} is done.`)] }
  // The record goes on changing, and this answer may be given again.
  const json = JSON.stringify(output)
  return { content: [saying(json)], structuredContent: JSON.parse(json) }
}

/** What a refusal answers: its problem details, with the next step in words. */
export function refusalResult(problem: Problem, { exchange, agents }: AgentCall): ToolResult {
  const { body } = problemResponse(problem, { ...occasionOf(exchange), instance: MCP_PATH })
  const wait = problem.headers['retry-after']
  const next_step =
    wait === undefined ? agents.remedies[problem.code] : `Wait ${wait} s, then repeat the call as it was.`
  const next = { next_step, ...(wait !== undefined && { retry_after: Number(wait) }) }
  return { isError: true, content: [saying(JSON.stringify({ ...(JSON.parse(body!) as object), ...next }))] }
}

const occasionOf = ({ application, baseUrl, requestId }: AgentCall['exchange']) => ({ application, baseUrl, requestId })

/** Tells the agent that nothing was done this time. */
export function repeatedResult(result: ToolResult): ToolResult {
  const text =
    'This is the answer to the same call before; nothing was done again. To do it once more, use call_operation with an idempotency_key of your own.'
  return { ...result, content: [...result.content, saying(text)] }
}
