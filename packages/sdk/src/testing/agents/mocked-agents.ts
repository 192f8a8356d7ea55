import type { AgentOperation, ToolDescription } from '#core/contract/agent-description'
import type { Members } from '../operation.ts'

/** A tool that every application has, with the members of its input. */
export interface GeneralTool extends ToolDescription {
  members: Members
}

/** The tables for agents that are common to all applications. */
export interface CommonAgents {
  /** Operations of the core, by name. */
  operations: Readonly<Record<string, AgentOperation>>
  search: GeneralTool
  call: GeneralTool
  /** Advice for each error code. */
  remedies: Readonly<Record<string, string>>
}

/** The tables for agents of one application, as data. `mockedAgents` of the generator writes them. */
export interface MockedAgents {
  /** Operations that agents can call, in the order of the contract. A name alone stands for an operation that is the same in all applications. */
  operations: readonly (AgentOperation | string)[]
  /** Scopes of tools that only read. The challenge names them, and a token for agents has them where no scope is named. */
  scopes: readonly string[]
  /** Advice for the application's own error codes. */
  remedies: Readonly<Record<string, string>>
}
