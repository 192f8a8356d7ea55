import type { AgentOperation, ToolDescription } from '#core/contract/agent-description'
import type { Members } from '../operation.ts'

/** A tool that every application has, and the members of what it takes. */
export interface GeneralTool extends ToolDescription {
  members: Members
}

/** What agents are told of every application alike. */
export interface CommonAgents {
  /** Operations that come with the core, by their names. */
  operations: Readonly<Record<string, AgentOperation>>
  search: GeneralTool
  call: GeneralTool
  /** What to do about each error, in words. */
  remedies: Readonly<Record<string, string>>
}

/** What agents are told of one application, as data. `mockedAgents` of the generator writes it. */
export interface MockedAgents {
  /** What they can call, in the order of the contract. Where every application has it alike, its name stands for it. */
  operations: readonly (AgentOperation | string)[]
  /** What who has no credential is told to ask for. */
  scopes: readonly string[]
  /** What to do about the errors that are its own, in words. */
  remedies: Readonly<Record<string, string>>
}
