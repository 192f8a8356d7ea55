import {
  agentHintsOf,
  type AgentOperation,
  agentOperationOf,
  type AnyOperation,
  type ErrorKind,
  callInput,
  coreErrors,
  generalTools,
  isForAgents,
  isScope,
  isStream,
  type Resource,
  searchInput,
} from '@roster/core/contract'
import type { CommonAgents, MockedAgents } from '@roster/sdk/testing'
import type { MockedSpec } from './mock-operation.ts'
import { mockMembers } from './mock-schema.ts'

type Told = Pick<MockedSpec, 'resources' | 'errors'>

/** Returns an application's tables for agents, as data for its mock. An operation that is common to all applications is only named. */
export function mockedAgents({ resources, errors }: Told, common: CommonAgents): MockedAgents {
  const operations = resources.flatMap(calledOf)
  return {
    operations: operations
      .map(agentOperationOf)
      .map((told) => (isSame(told, common.operations[told.name]) ? told.name : told)),
    scopes: readingScopes(operations),
    remedies: Object.fromEntries(
      Object.entries(remediesOf(Object.values(errors))).filter(([code, remedy]) => common.remedies[code] !== remedy),
    ),
  }
}

/**
 * Returns the tables for agents that are common to all applications. An operation is common if two otherwise different applications describe it in the same
 * words.
 */
export function commonAgentsOf(one: readonly Resource[], other: readonly Resource[]): CommonAgents {
  const others = new Map(operationsOf(other))
  const operations = operationsOf(one).filter(([name, told]) => isSame(told, others.get(name)))
  const { search, call } = generalTools()
  return {
    operations: Object.fromEntries(operations),
    search: { ...search, members: mockMembers(searchInput.shape) },
    call: { ...call, members: mockMembers(callInput.shape) },
    remedies: remediesOf(coreErrors),
  }
}

const operationsOf = (resources: readonly Resource[]) =>
  resources.flatMap(calledOf).map((operation) => [operation.name, agentOperationOf(operation)] as const)

const remediesOf = (kinds: readonly ErrorKind[]) => Object.fromEntries(kinds.map(({ code, remedy }) => [code, remedy]))

const isSame = (one: AgentOperation, other: AgentOperation | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the operations that agents can call: procedures that are open to agents, and no streams. */
const calledOf = ({ operations }: Resource): AnyOperation[] =>
  Object.values(operations).filter((operation) => !isStream(operation) && isForAgents(operation))

/** Returns the scopes of tools of which none changes records. A caller without a credential is told to ask for these. */
function readingScopes(operations: readonly AnyOperation[]): string[] {
  const tools = operations.filter(({ agent, scope }) => agent && isScope(scope))
  const changing = new Set(tools.filter(changesRecords).map(({ scope }) => scope))
  return [...new Set(tools.map(({ scope }) => scope))].filter((scope) => !changing.has(scope))
}

/** Whether an operation changes records. One that begins work, such as an export of readable records, does not. */
const changesRecords = (operation: AnyOperation) => !agentHintsOf(operation).readOnly && operation.status !== 202
