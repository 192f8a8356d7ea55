import type { AgentOperation } from '#core/contract/agent-description'
import { COMMON_AGENTS } from '../protocol/common-agents.ts'
import type { CommonAgents, MockedAgents } from './mocked-agents.ts'

/** The tables for agents of an application. */
export interface AgentTables extends Omit<CommonAgents, 'operations'> {
  /** Operations that agents can call, in the order of the contract. */
  operations: readonly AgentOperation[]
  scopes: readonly string[]
}

/**
 * Returns the tables of an application joined with the tables common to all applications. Throws for the name of an operation that this package does not know.
 */
export function agentTables({ operations, scopes, remedies }: MockedAgents): AgentTables {
  return {
    ...COMMON_AGENTS,
    operations: operations.map((operation) => (typeof operation === 'string' ? commonOperation(operation) : operation)),
    scopes,
    remedies: { ...COMMON_AGENTS.remedies, ...remedies },
  }
}

function commonOperation(name: string): AgentOperation {
  const { operations } = COMMON_AGENTS
  if (Object.hasOwn(operations, name)) return operations[name]!
  throw new Error(
    `@roster/sdk does not know the operation ${name} of its client. Write the client anew with roster-generate.`,
  )
}
