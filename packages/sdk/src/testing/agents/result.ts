import { compareWithCurrent } from '#core/contract/agent-description'
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

/** What a refusal answers: its problem details, with the next step in words, and the record as it is now where that is known. */
export function refusalResult(problem: Problem, call: AgentCall, current?: object): ToolResult {
  const { body } = problemResponse(problem, { ...occasionOf(call.exchange), instance: MCP_PATH })
  const next = current ? { current, next_step: compareWithCurrent } : nextStepOf(problem, call)
  return { isError: true, content: [saying(JSON.stringify({ ...(JSON.parse(body!) as object), ...next }))] }
}

function nextStepOf({ code, headers }: Problem, { agents }: AgentCall) {
  const wait = headers['retry-after']
  if (wait === undefined) return { next_step: agents.remedies[code] }
  return { next_step: `Wait ${wait} s, then repeat the call as it was.`, retry_after: Number(wait) }
}

const occasionOf = ({ application, baseUrl, requestId }: AgentCall['exchange']) => ({ application, baseUrl, requestId })

/** Tells the agent that nothing was done this time. */
export function repeatedResult(result: ToolResult): ToolResult {
  const text =
    'This is the answer to the same call before; nothing was done again. To do it once more, use call_operation with an idempotency_key of your own.'
  return { ...result, content: [...result.content, saying(text)] }
}
