import type { CommonAgents } from './mocked-agents.ts'

/** Returns what agents are told of every application alike, so that the tables of a client need not repeat it. */
export async function commonAgents(): Promise<CommonAgents> {
  const { COMMON_AGENTS } = await import('../protocol/common-agents.ts')
  return COMMON_AGENTS
}
