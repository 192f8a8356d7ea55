import { holdsScope } from '@roster/core'
import {
  agentOperationOf,
  type AnyOperation,
  callInput,
  foundOperation,
  generalTools,
  isScope,
  type Principal,
  Problem,
  searchInput,
  searchOperations,
} from '@roster/core/contract'
import { asProblem, refused } from '@roster/core/server'
import type { z } from 'zod'
import type { AgentPerformer } from './agent-performer.ts'
import { performCall } from './perform.ts'
import { refusalResult, successResult } from './result.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'
import { logToolAlone } from './tool-log.ts'

/** Returns the tool `search_operations`, which finds the operations that the caller's scopes allow, with their input schemas. */
export function searchTool(performers: readonly AgentPerformer[]): Tool {
  const operations = performers.map(({ operation }) => operation)
  return {
    description: generalTools().search,
    targetOf: () => undefined,
    call: (call) =>
      answered(generalTools().search.name, call, async () => {
        const principal = await call.context.admit({ method: 'GET' })
        const { query } = parsed(searchInput, call.input)
        const allowed = operations.filter((operation) => mayCall(principal, operation))
        const found = searchOperations(allowed, query)
        // When nothing matches, the result has the names of all allowed operations.
        const names = found.length > 0 ? {} : { all: allowed.map(({ name }) => name) }
        const json = JSON.stringify({ operations: found.map(described), ...names })
        return { result: successResult('search_operations', json) }
      }),
  }
}

/** Returns the tool `call_operation`, which calls any operation by its name. */
export function callTool(performers: readonly AgentPerformer[]): Tool {
  const byName = new Map(performers.map((performer) => [performer.operation.name, performer]))
  return {
    description: generalTools().call,
    targetOf(given) {
      const { operation = '', input } = callInput.safeParse(given).data ?? {}
      const performer = byName.get(operation)
      return performer && { performer, input }
    },
    call: (call) =>
      answered(generalTools().call.name, call, async () => {
        const { operation, input = {}, idempotency_key = call.idempotencyKey } = await parsedFor(call)
        const performer = byName.get(operation)
        if (performer) return performCall(performer, { ...call, input, idempotencyKey: idempotency_key })
        await call.context.admit({ method: 'GET' })
        throw new Problem('not-found', `There is no operation of this name. Find its name with search_operations.`)
      }),
  }
}

/** Returns the input of `call_operation`. A refused input counts as a read. */
async function parsedFor(call: ToolCall): Promise<z.output<typeof callInput>> {
  const { success } = callInput.safeParse(call.input)
  if (!success) await call.context.admit({ method: 'GET' })
  return parsed(callInput, call.input)
}

/** Returns the result of the work, or a refusal for the error that it throws. Logs a security line for a call that reached no operation. */
async function answered(tool: string, call: ToolCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
  const called = await work().catch((error: unknown) => ({ result: refusalResult(asProblem(error), call.context) }))
  if (!('operation' in called)) await logToolAlone(call, tool, called.result.isError !== true)
  return called
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input, { reportInput: true })
  if (error) throw refused(error, 'body')
  return data
}

const mayCall = (principal: Principal, { scope }: AnyOperation) => !isScope(scope) || holdsScope(principal, scope)

const described = (operation: AnyOperation) => foundOperation(agentOperationOf(operation))
