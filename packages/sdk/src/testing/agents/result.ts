import { compareWithCurrent } from '#core/contract/agent-description'
import { MCP_PATH } from '#gateway/mcp/path'
import type { Problem } from '../problem.ts'
import { problemResponse } from '../response.ts'
import type { AgentCall } from './exchange.ts'

/** Result of a tool call. */
export interface ToolResult {
  isError?: true
  content: { type: 'text'; text: string }[]
  structuredContent?: unknown
}

/** Returns a text content for an agent. */
export const saying = (text: string) => ({ type: 'text' as const, text })

/** Returns the result of a success: the output, or a text that the operation is done. */
export function successResult(name: string, output: object | undefined): ToolResult {
  if (output === undefined) return { content: [saying(`${name} is done.`)] }
  // A copy, since the record may change later and this result may be returned again.
  const json = JSON.stringify(output)
  return { content: [saying(json)], structuredContent: JSON.parse(json) }
}

/** Returns the result of a refusal: its problem details, the next step in words, and the current record if it is known. */
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

/** Adds a text which tells the agent that nothing was done this time. */
export function repeatedResult(result: ToolResult): ToolResult {
  const text =
    'This is the answer to the same call before; nothing was done again. To do it once more, use call_operation with an idempotency_key of your own.'
  return { ...result, content: [...result.content, saying(text)] }
}
