import { type Performer, holdsScope } from '@roster/core'
import { type AnyOperation, isScope, type Principal, Problem } from '@roster/core/contract'
import { asProblem, refused } from '@roster/core/server'
import { z } from 'zod'
import { annotationsOf } from './operation-tool.ts'
import { performCall } from './perform.ts'
import { refusalResult, successResult } from './result.ts'
import { searchOperations } from './search.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'
import { brief, inputSchemaOf, type ObjectSchema } from './tool-schema.ts'

const searched = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'What you want to do, in a few words, such as "rotate key" or "webhook deliveries".' }),
})

const called = z.strictObject({
  operation: z.string().max(100).meta({ description: 'Its name, from search_operations, such as `me.get`.' }),
  input: z
    .looseObject({})
    .meta({ additionalProperties: true })
    .optional()
    .meta({ description: 'What its input schema asks for.' }),
  idempotency_key: z.string().optional().meta({
    description:
      'For a change: a text of your own. The same key has one effect, however often you call; another key does it once more.',
  }),
})

/** The tool that finds what is no tool itself: the operations that the caller's scopes allow, with their input schemas. */
export function searchTool(performers: readonly Performer[]): Tool {
  const operations = performers.map(({ operation }) => operation)
  return {
    description: {
      name: 'search_operations',
      title: 'Search operations',
      description:
        'Finds what else this service can do for you, by words: every operation that your scopes allow, with the input that call_operation takes. Use it when no other tool fits.',
      inputSchema: schemaOf(searched),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    targetOf: () => undefined,
    call: (call) =>
      answered(call, async () => {
        const principal = await call.context.admit({ method: 'GET' })
        const { query } = parsed(searched, call.input)
        const allowed = operations.filter((operation) => mayCall(principal, operation))
        const found = searchOperations(allowed, query)
        // Where nothing fits, the names of all tell what there is.
        const names = found.length > 0 ? {} : { all: allowed.map(({ name }) => name) }
        const json = JSON.stringify({ operations: found.map(described), ...names })
        return { result: successResult('search_operations', json) }
      }),
  }
}

/** The tool that calls any operation by its name. */
export function callTool(performers: readonly Performer[]): Tool {
  const byName = new Map(performers.map((performer) => [performer.operation.name, performer]))
  return {
    description: {
      name: 'call_operation',
      title: 'Call an operation',
      description: 'Calls an operation that search_operations has found. Prefer the tool of its own, where it has one.',
      inputSchema: schemaOf(called),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    targetOf(given) {
      const { operation, input } = (given ?? {}) as { operation?: unknown; input?: unknown }
      const performer = byName.get(operation as string)
      return performer && { performer, input }
    },
    call: (call) =>
      answered(call, async () => {
        const { operation, input = {}, idempotency_key = call.idempotencyKey } = await parsedFor(call)
        const performer = byName.get(operation)
        if (performer) return performCall(performer, { ...call, input, idempotencyKey: idempotency_key })
        await call.context.admit({ method: 'GET' })
        throw new Problem('not-found', `There is no operation of this name. Find its name with search_operations.`)
      }),
  }
}

/** The input of `call_operation`. One that is refused counts as a read. */
async function parsedFor(call: ToolCall): Promise<z.output<typeof called>> {
  const { success } = called.safeParse(call.input)
  if (!success) await call.context.admit({ method: 'GET' })
  return parsed(called, call.input)
}

/** The result of a call, and where it throws the refusal. */
function answered({ context }: ToolCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
  return work().catch((error: unknown) => ({ result: refusalResult(asProblem(error), context) }))
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input, { reportInput: true })
  if (error) throw refused(error, 'body')
  return data
}

const mayCall = (principal: Principal, { scope }: AnyOperation) => !isScope(scope) || holdsScope(principal, scope)

function described(operation: AnyOperation) {
  const { name, summary, description, agent } = operation
  const { openWorldHint: _, ...hints } = annotationsOf(operation)
  const tool = agent && { tool: agent.name }
  return { operation: name, ...tool, summary, description, ...hints, input_schema: inputSchemaOf(operation) }
}

const schemaOf = (schema: z.ZodType): ObjectSchema => brief(z.toJSONSchema(schema, { io: 'input' }))
