import {
  agentHintsOf,
  agentOperationOf,
  type AnyOperation,
  callInput,
  generalTools,
  isScope,
  isStream,
  type Resource,
  searchInput,
} from '@roster/core/contract'
import type { MockedAgents } from '@roster/sdk/testing'
import type { MockedSpec } from './mock-operation.ts'
import { mockMembers } from './mock-schema.ts'

/** Returns what agents are told of an application, as the data by which its mock answers them. */
export function mockedAgents({ resources, errors }: Pick<MockedSpec, 'resources' | 'errors'>): MockedAgents {
  const operations = resources.flatMap(calledOf)
  const { search, call } = generalTools()
  return {
    operations: operations.map(agentOperationOf),
    search: { ...search, members: mockMembers(searchInput.shape) },
    call: { ...call, members: mockMembers(callInput.shape) },
    scopes: readingScopes(operations),
    remedies: Object.fromEntries(Object.entries(errors).map(([code, { remedy }]) => [code, remedy])),
  }
}

/** The operations that agents can call: procedures, but no streams. */
const calledOf = ({ operations }: Resource): AnyOperation[] =>
  Object.values(operations).filter((operation) => !isStream(operation))

/** What tools need that read, and none that changes a record: who has no credential is told to ask for that. */
function readingScopes(operations: readonly AnyOperation[]): string[] {
  const tools = operations.filter(({ agent, scope }) => agent && isScope(scope))
  const changing = new Set(tools.filter(changesRecords).map(({ scope }) => scope))
  return [...new Set(tools.map(({ scope }) => scope))].filter((scope) => !changing.has(scope))
}

/** What begins work, such as an export of what can be read anyway, changes no record. */
const changesRecords = (operation: AnyOperation) => !agentHintsOf(operation).readOnly && operation.status !== 202
