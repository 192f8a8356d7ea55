import type { Performer } from '@roster/core'
import { agentHintsOf, isScope } from '@roster/core/contract'

/** What the scopes of an application open to agents. */
export interface AgentScopes {
  /** Those that tools need which read, and none that changes a record; in the order of the contract. An agent begins with them. */
  readonly reading: readonly string[]
  /** Names of the tools that need a scope, in the order of the contract. */
  toolsOf(scope: string): readonly string[]
}

/** Finds out what scopes open. What begins work, such as an export of what can be read anyway, changes no record. */
export function agentScopesOf(performers: readonly Performer[]): AgentScopes {
  const tools = new Map<string, string[]>()
  const changing = new Set<string>()
  for (const { operation } of performers) {
    const { agent, scope } = operation
    if (!agent || !isScope(scope)) continue
    tools.set(scope, [...(tools.get(scope) ?? []), agent.name])
    if (!agentHintsOf(operation).readOnly && !operation.work) changing.add(scope)
  }
  return {
    reading: [...tools.keys()].filter((scope) => !changing.has(scope)),
    toolsOf: (scope) => tools.get(scope) ?? [],
  }
}
