import type { Performer } from '@roster/core'
import { type AgentTool, type AnyOperation, agentHintsOf } from '@roster/core/contract'
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { performCall } from './perform.ts'
import type { Tool } from './tool.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts'

/** The tool that an operation is by its contract. */
export function operationTool(performer: Performer, { name, description }: AgentTool): Tool {
  const { operation } = performer
  const outputSchema = outputSchemaOf(operation)
  return {
    description: {
      name,
      title: operation.summary,
      description,
      inputSchema: inputSchemaOf(operation),
      ...(outputSchema && { outputSchema }),
      annotations: annotationsOf(operation),
    },
    targetOf: (input) => ({ performer, input }),
    call: (call) => performCall(performer, call),
  }
}

/** What a client may tell people of a call. No operation reaches beyond the service. */
export function annotationsOf(operation: AnyOperation): ToolAnnotations {
  const { readOnly, destructive, idempotent } = agentHintsOf(operation)
  const ofWrites = { destructiveHint: destructive, idempotentHint: idempotent }
  return { readOnlyHint: readOnly, ...(!readOnly && ofWrites), openWorldHint: false }
}
