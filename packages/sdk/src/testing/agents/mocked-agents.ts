import type { AgentOperation, ToolDescription } from '#core/contract/agent-description'
import type { Members } from '../operation.ts'

/** A tool that every application has, and the members of what it takes. */
export interface GeneralTool extends ToolDescription {
  members: Members
}

/** What agents are told of an application, as data. `mockedAgents` of the generator writes it. */
export interface MockedAgents {
  /** What they can call, in the order of the contract. */
  operations: readonly AgentOperation[]
  search: GeneralTool
  call: GeneralTool
  /** What who has no credential is told to ask for. */
  scopes: readonly string[]
  /** What to do about each error, in words. */
  remedies: Readonly<Record<string, string>>
}
