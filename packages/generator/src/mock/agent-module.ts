import type { AgentOperation } from '@roster/core/contract'
import type { CommonAgents, MockedAgents } from '@roster/sdk/testing'
import { SharedSchemas } from '../text/shared-schemas.ts'

/** Returns the code of an application's tables for agents, below the import of its type. */
export function agentModule({ operations, ...rest }: MockedAgents): string {
  const own = operations.filter((operation) => typeof operation !== 'string')
  const schemas = new SharedSchemas(own.flatMap(schemasOf))
  const told = operations.map((one) => (typeof one === 'string' ? JSON.stringify(one) : operationCode(one, schemas)))
  return `${schemas.constants}/** The operations of the application, as agents see them. */
export const AGENTS: MockedAgents = {
  operations: [${told.join(', ')}],
  ${JSON.stringify(rest).slice(1, -1)}
}
`
}

/** Returns the code of the tables for agents that are common to all applications, below the import of its type. */
export function commonAgentModule({ operations, ...rest }: CommonAgents): string {
  const schemas = new SharedSchemas(Object.values(operations).flatMap(schemasOf))
  const told = Object.entries(operations).map(
    ([name, one]) => `${JSON.stringify(name)}: ${operationCode(one, schemas)}`,
  )
  return `${schemas.constants}/** The operations of the core, as agents see them in every application. */
export const COMMON_AGENTS: CommonAgents = {
  operations: {${told.join(', ')}},
  ${JSON.stringify(rest).slice(1, -1)}
}
`
}

const schemasOf = ({ inputSchema, tool }: AgentOperation) => [
  inputSchema,
  ...(tool?.outputSchema ? [tool.outputSchema] : []),
]

function operationCode({ inputSchema, tool, ...told }: AgentOperation, schemas: SharedSchemas): string {
  const [resource = ''] = told.name.split('.')
  const input = schemas.code(inputSchema, `${resource}_input`, resource)
  const described = tool ? `, tool: ${toolCode(tool, resource, schemas)}` : ''
  return `{${JSON.stringify(told).slice(1, -1)}, inputSchema: ${input}${described}}`
}

function toolCode(
  { outputSchema, ...told }: NonNullable<AgentOperation['tool']>,
  resource: string,
  schemas: SharedSchemas,
) {
  const output = outputSchema ? `, outputSchema: ${schemas.code(outputSchema, `${resource}_output`, resource)}` : ''
  return `{${JSON.stringify(told).slice(1, -1)}${output}}`
}
