import type { AnyOperation } from '@roster/api'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

export type Serialize = (output: unknown) => string

/** A function compiled from an output's schema that writes what the schema declares, and nothing else. */
export function serializerOf(operation: AnyOperation): Serialize | undefined {
  if (!operation.output) return undefined
  const { $defs = {}, ...root } = z.toJSONSchema(operation.output, { io: 'output' })
  return fastJsonStringify(shapeOf(root, $defs) as never) as Serialize
}

/**
 * The form of a schema without its rules: outputs are made by us, so that only names and types matter for writing them. Alternatives
 * become one object with the members of all; an object that is open to other members is written whole.
 */
function shapeOf(schema: Schema, definitions: Record<string, Schema>): Schema {
  const inner = (part: unknown) => shapeOf(part as Schema, definitions)
  if (schema.$ref) return inner(definitions[schema.$ref.replace('#/$defs/', '')])
  if (schema.anyOf) return joined(schema.anyOf.map(inner))
  if (schema.type === 'array') return { type: 'array', items: inner(schema.items ?? {}) }
  if (schema.type === 'object' && schema.additionalProperties) return {}
  if (schema.type !== 'object') return schema.type ? { type: schema.type } : {}
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function joined(alternatives: Schema[]): Schema {
  const [first = {}, ...others] = alternatives.filter(({ type }) => type !== 'null')
  const nullable = others.length + 1 < alternatives.length && { nullable: true }
  if (first.type !== 'object') return { ...first, ...nullable }
  const properties = Object.assign({}, first.properties, ...others.map((other) => other.properties))
  return { type: 'object', properties, ...nullable }
}
