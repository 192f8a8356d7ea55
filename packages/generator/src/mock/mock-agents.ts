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

/** Returns what agents are told of an application and of no other, as the data by which its mock answers them. */
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

/** Returns what agents are told of every application alike: what two that have nothing else in common say in the same words. */
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

/** The operations that agents can call: procedures that are not kept from them, but no streams. */
const calledOf = ({ operations }: Resource): AnyOperation[] =>
  Object.values(operations).filter((operation) => !isStream(operation) && isForAgents(operation))

/** What tools need that read, and none that changes a record: who has no credential is told to ask for that. */
function readingScopes(operations: readonly AnyOperation[]): string[] {
  const tools = operations.filter(({ agent, scope }) => agent && isScope(scope))
  const changing = new Set(tools.filter(changesRecords).map(({ scope }) => scope))
  return [...new Set(tools.map(({ scope }) => scope))].filter((scope) => !changing.has(scope))
}

/** What begins work, such as an export of what can be read anyway, changes no record. */
const changesRecords = (operation: AnyOperation) => !agentHintsOf(operation).readOnly && operation.status !== 202
