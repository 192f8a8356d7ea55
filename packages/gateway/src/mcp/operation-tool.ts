import type { Performer } from '@roster/core'
import { agentOperationOf, toolDescription } from '@roster/core/contract'
import { performCall } from './perform.ts'
import type { Tool } from './tool.ts'

/** The tool that an operation is by its contract; undefined where it is none. */
export function operationTool(performer: Performer): Tool | undefined {
  const described = agentOperationOf(performer.operation)
  if (!described.tool) return undefined
  return {
    description: toolDescription(described, described.tool),
    targetOf: (input) => ({ performer, input }),
    call: (call) => performCall(performer, call),
  }
}
