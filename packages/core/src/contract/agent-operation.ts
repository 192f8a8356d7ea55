import { z } from 'zod'
import { type AgentHints, agentHintsOf } from './agent.ts'
import { type AgentOperation, callTool, type ObjectSchema, searchTool, type ToolHints } from './agent-description.ts'
import { jsonFormOf } from './json-form.ts'
import type { AnyOperation } from './operation.ts'

/** Returns the description of an operation for agents, with the schema of its input and, for a tool, of its output. */
export function agentOperationOf(operation: AnyOperation): AgentOperation {
  const { name, summary, agent } = operation
  const outputSchema = agent && outputSchemaOf(operation)
  const told = (text: string) => [text, ...endOf(operation)].join(' ')
  const tool = agent && {
    name: agent.name,
    description: told(agent.description),
    ...(outputSchema && { outputSchema }),
  }
  const hints = toolHintsOf(agentHintsOf(operation))
  const description = told(operation.description)
  return { name, summary, description, hints, inputSchema: inputSchemaOf(operation), ...(tool && { tool }) }
}

/** Returns a sentence on the deprecation of an operation, or nothing when it is not deprecated. Agents see no headers. */
const endOf = ({ deprecated }: AnyOperation): string[] =>
  deprecated
    ? [`Deprecated since ${deprecated.since}; it may be gone from ${deprecated.sunset} on. See ${deprecated.link}`]
    : []

/** Whether agents reach an operation, as a tool or by its name. */
export const isForAgents = ({ agent }: Pick<AnyOperation, 'agent'>): boolean => agent !== null

/** Returns the hints in the names of the protocol. A read-only operation needs no others. */
function toolHintsOf({ readOnly, destructive, idempotent }: AgentHints): ToolHints {
  return { readOnlyHint: readOnly, ...(!readOnly && { destructiveHint: destructive, idempotentHint: idempotent }) }
}

/** Input of `search_operations`. */
export const searchInput = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'What you want to do, in a few words, such as "rotate key" or "webhook deliveries".' }),
})

/** Input of `call_operation`. */
export const callInput = z.strictObject({
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

/** Returns the two tools that every application has, with the schemas of their inputs. */
export const generalTools = () => ({ search: searchTool(schemaOf(searchInput)), call: callTool(schemaOf(callInput)) })

const schemaOf = (schema: z.ZodType): ObjectSchema => brief(jsonFormOf(schema, 'input'))

/** Whether an operation is a list with cursors. Agents read its pages only by cursor. */
export const isWalked = ({ parameters: { shape } }: AnyOperation): boolean => 'cursor' in shape && 'page' in shape

/**
 * Returns the input schema of a tool: parameters and body members as one object, as over RPC. A list has no `page`: the cursor of one page leads to the next.
 */
function inputSchemaOf(operation: AnyOperation): ObjectSchema {
  const { page, ...parameters } = operation.parameters.shape
  const shape = { ...parameters, ...(page && !isWalked(operation) && { page }), ...operation.body?.shape }
  return brief(jsonFormOf(z.strictObject(shape), 'input', withoutExamples))
}

/** Returns the output schema of a tool, or undefined when the operation has no output. */
function outputSchemaOf({ output }: AnyOperation): ObjectSchema | undefined {
  if (output === undefined) return undefined
  return brief(jsonFormOf(pageByCursor(output), 'output', withoutRules))
}

/** Returns the alternative of a list's output that is read by cursor; any other output unchanged. */
function pageByCursor(output: z.ZodType): z.ZodType {
  const { options = [output] } = output as Partial<z.ZodUnion<readonly z.ZodObject[]>>
  return options.find((option) => 'next_cursor' in ((option as Partial<z.ZodObject>).shape ?? {})) ?? output
}

interface Overridden {
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Removes what every agent pays for and none needs: names of definitions, examples, and regular expressions. */
function withoutExamples({ jsonSchema }: Overridden): void {
  for (const name of UNREAD) delete jsonSchema[name]
}

const UNREAD = ['examples', 'id', 'pattern']

/** Removes the rules on values as well: an agent writes inputs, and only reads outputs. */
function withoutRules({ jsonSchema }: Overridden): void {
  withoutExamples({ jsonSchema })
  for (const rule of RULES) delete jsonSchema[rule]
}

const RULES = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'additionalProperties'] // prettier-ignore

/** Returns a schema with its object at the top, where clients look for one, and its definitions in `$defs`. */
function brief({ $ref, $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): ObjectSchema {
  delete schema.$schema
  const name = $ref?.replace('#/$defs/', '') ?? ''
  const { [name]: root = {}, ...others } = $defs
  const isRecursive = JSON.stringify($defs).includes(`"${$ref}"`)
  const definitions = isRecursive ? $defs : others
  return { ...root, ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) } as ObjectSchema
}
