import { agentOperationOf, toolDescription } from '@roster/core/contract'
import type { AgentPerformer } from './agent-performer.ts'
import { performCall } from './perform.ts'
import type { Tool } from './tool.ts'

/** Returns the tool that the contract declares for an operation; undefined when it declares none. */
export function operationTool(performer: AgentPerformer): Tool | undefined {
  const described = agentOperationOf(performer.operation)
  if (!described.tool) return undefined
  return {
    description: toolDescription(described, described.tool),
    targetOf: (input) => ({ performer, input }),
    call: (call) => performCall(performer, call),
  }
}
