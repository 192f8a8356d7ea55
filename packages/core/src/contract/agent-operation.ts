import type { AnyOperation } from '@roster/core/contract'
import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A JSON Schema (2020-12) of one object. */
export type ObjectSchema = Tool['inputSchema']

/** Whether an operation lists by cursor: agents read its pages that way alone. */
export const isWalked = ({ parameters: { shape } }: AnyOperation): boolean => 'cursor' in shape && 'page' in shape

/**
 * The schema of what a tool is called with: parameters and members of the body as one object, as over RPC. A list has no `page`: the cursor of
 * one page leads to the next.
 */
export function inputSchemaOf(operation: AnyOperation): ObjectSchema {
  const { page, ...parameters } = operation.parameters.shape
  const shape = { ...parameters, ...(page && !isWalked(operation) && { page }), ...operation.body?.shape }
  return brief(z.toJSONSchema(z.strictObject(shape), { io: 'input', override: withoutExamples }))
}

/** The schema of what a tool answers with; undefined where that is nothing. */
export function outputSchemaOf({ output }: AnyOperation): ObjectSchema | undefined {
  if (output === undefined) return undefined
  return brief(z.toJSONSchema(pageByCursor(output), { io: 'output', override: withoutRules }))
}

/** Of the alternatives of a list the one that is read by cursor; any other output as it is. */
function pageByCursor(output: z.ZodType): z.ZodType {
  const { options = [output] } = output as Partial<z.ZodUnion<readonly z.ZodObject[]>>
  return options.find((option) => 'next_cursor' in ((option as Partial<z.ZodObject>).shape ?? {})) ?? output
}

interface Overridden {
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/** What every reader pays for and none needs: names of definitions, examples of what is described, and regular expressions. */
function withoutExamples({ jsonSchema }: Overridden): void {
  for (const name of UNREAD) delete jsonSchema[name]
}

const UNREAD = ['examples', 'id', 'pattern']

/** Rules are for who writes a value, and an output is read. */
function withoutRules({ jsonSchema }: Overridden): void {
  withoutExamples({ jsonSchema })
  for (const rule of RULES) delete jsonSchema[rule]
}

const RULES = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'additionalProperties'] // prettier-ignore

/** The same as an object at the top, where clients look for one, with its definitions beside. */
export function brief({ $ref, $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): ObjectSchema {
  delete schema.$schema
  const name = $ref?.replace('#/$defs/', '') ?? ''
  const { [name]: root = {}, ...others } = $defs
  const isRecursive = JSON.stringify($defs).includes(`"${$ref}"`)
  const definitions = isRecursive ? $defs : others
  return { ...root, ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) } as ObjectSchema
}
