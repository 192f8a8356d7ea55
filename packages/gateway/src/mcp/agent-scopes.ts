import type { Performer } from '@roster/core'
import { agentHintsOf, isScope } from '@roster/core/contract'

/** The scopes of an application that its tools need. */
export interface AgentScopes {
  /** Scopes of tools of which none changes a record, in the order of the contract. An agent begins with these scopes. */
  readonly reading: readonly string[]
  /** Returns the names of the tools that need a scope, in the order of the contract. */
  toolsOf(scope: string): readonly string[]
}

/** Returns the scopes that the operations need. An operation that starts work, such as an export of readable data, counts as changing no record. */
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
