import type { Tracing } from '@roster/core/server'
import { parseTraceparent } from '../http/trace-context.ts'
import type { Tool, ToolCall } from './tool.ts'

/**
 * Returns the tool with a span for each call (semantic conventions for the Model Context Protocol). The span is part of the trace that the agent names, with a
 * link to the HTTP request; otherwise it is part of the request's trace.
 */
export function traced<Traced extends Tool>(tool: Traced): Traced {
  const call: Tool['call'] = (given) => {
    const { tracing } = given.context.database
    return tracing ? asSpan(tracing, tool, given) : tool.call(given)
  }
  return { ...tool, call }
}

function asSpan(tracing: Tracing, tool: Tool, given: ToolCall): ReturnType<Tool['call']> {
  const { name } = tool.description
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
  }
  const span = { name: `tools/call ${name}`, kind: 'server', attributes, ...parentOf(given, tracing) } as const
  return tracing.run(span, async (open) => {
    const ended = await tool.call(given)
    if (ended.result.isError) open.failAs('tool_error')
    return ended
  })
}

function parentOf({ traceparent }: ToolCall, tracing: Tracing) {
  if (typeof traceparent !== 'string' || !parseTraceparent(traceparent)) return {}
  const request = tracing.active()
  return { parent: traceparent, links: request === undefined ? [] : [request] }
}
