import {
  type AgentOperation,
  foundOperation,
  nobodyAsked,
  type ToolDescription,
  toolDescription,
} from '#core/contract/agent-description'
import { searchOperations } from '#core/contract/agent-search'
import type { Operation } from '../operation.ts'
import { Problem, problemOf } from '../problem.ts'
import { validated } from '../validate.ts'
import type { AgentTables } from './agent-tables.ts'
import type { AgentCall } from './exchange.ts'
import type { GeneralTool } from './mocked-agents.ts'
import { performCall } from './perform.ts'
import { refusalResult, saying, successResult, type ToolResult } from './result.ts'

/** Returns the list of tools, as the service does. */
export function toolList({ operations, search, call }: AgentTables): ToolDescription[] {
  const own = operations.flatMap((operation) => (operation.tool ? [toolDescription(operation, operation.tool)] : []))
  return [...own, described(search), described(call)]
}

function described(tool: GeneralTool): ToolDescription {
  const { members: _, ...description } = tool
  return description
}

/** Calls a tool by its name. Returns undefined for an unknown name. */
export function callTool(name: string, call: AgentCall): Promise<ToolResult> | undefined {
  const { operations } = call.agents
  if (name === call.agents.search.name) return answered(call, () => findOperations(call))
  if (name === call.agents.call.name) return answered(call, () => callOperation(call))
  const operation = operations.find(({ tool }) => tool?.name === name)
  return operation && perform(operation, call)
}

/** Calls an operation. The mock asks for no confirmation of a destructive call; the result says so in the words of the service. */
async function perform(operation: AgentOperation, call: AgentCall): Promise<ToolResult> {
  const result = await performCall(call, operationOf(operation, call))
  if (!operation.hints.destructiveHint || result.isError) return result
  return { ...result, content: [...result.content, saying(nobodyAsked)] }
}

function operationOf({ name }: AgentOperation, { exchange }: AgentCall): Operation {
  return exchange.application.spec.operations.find((operation) => operation.name === name)!
}

/** Finds the operations that the caller's scopes allow. */
async function findOperations(call: AgentCall): Promise<ToolResult> {
  const { exchange, principal, agents } = call
  exchange.count('GET', principal)
  const { query } = inputOf(agents.search, call)
  const mayCall = ({ scope }: Operation) => ['any', 'none'].includes(scope) || principal.scopes.has(scope)
  const allowed = agents.operations.filter((operation) => mayCall(operationOf(operation, call)))
  const found = searchOperations(allowed, query as string)
  const names = found.length > 0 ? {} : { all: allowed.map(({ name }) => name) }
  return successResult(agents.search.name, { operations: found.map(foundOperation), ...names })
}

/** Calls any operation by its name. A call that is refused before it reaches an operation counts as a read. */
async function callOperation(call: AgentCall): Promise<ToolResult> {
  const { exchange, principal, agents } = call
  const read = () => exchange.count('GET', principal)
  const { operation: name, input = {}, idempotency_key = call.key } = inputOf(agents.call, call, read)
  const known = agents.operations.find((operation) => operation.name === name)
  if (known) return perform(known, { ...call, input: input as AgentCall['input'], key: idempotency_key })
  read()
  throw new Problem('not-found', 'There is no operation of this name. Find its name with search_operations.')
}

/** Returns the validated input of a tool. Throws `validation-failed`, after it has counted the call. */
function inputOf({ members }: GeneralTool, { input, exchange }: AgentCall, count = () => {}): Record<string, unknown> {
  try {
    return validated(members, input, 'body', exchange.application.checks)
  } catch (error) {
    count()
    throw error
  }
}

/** Returns the result of a call, or of the refusal if the call throws a problem. */
async function answered(call: AgentCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    return refusalResult(problem, call)
  }
}
