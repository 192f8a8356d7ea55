import type { AgentPerformer } from './agent-performer.ts'
import { callTool, searchTool } from './general-tools.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'
import { traced } from './tool-span.ts'

/** Returns the tools of an application by name, in the order of its contract; the last two reach every other operation. */
export function toolsOf(performers: readonly AgentPerformer[]): ReadonlyMap<string, Tool> {
  const own = performers.map(operationTool).filter((tool) => tool !== undefined)
  const tools = [...own, searchTool(performers), callTool(performers)]
  return new Map(tools.map((tool) => [tool.description.name, traced(tool)]))
}
