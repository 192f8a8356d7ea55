import type { CommonAgents } from './mocked-agents.ts'

/** Returns the tables for agents that are common to all applications, so that the tables of a client need not repeat them. */
export async function commonAgents(): Promise<CommonAgents> {
  const { COMMON_AGENTS } = await import('../protocol/common-agents.ts')
  return COMMON_AGENTS
}
