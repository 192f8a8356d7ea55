import { z } from 'zod'
import type { AnySchema } from '../contract/operation.ts'
import type { Definition } from './definition.ts'
import { operationsIn, type Rule } from './rule.ts'
import { addParts, definitionOf, type Part } from './schema-parts.ts'

/** Types whose values a request cannot hold. */
const UNSENDABLE: ReadonlySet<string> = new Set([
  'bigint', 'custom', 'date', 'file', 'function', 'map', 'nan', 'promise', 'set', 'symbol', 'transform', 'void',
]) // prettier-ignore

/** Whether values of a schema cannot be sent as JSON. `override` in its metadata can say what is sent instead. */
function isUnsendable(schema: AnySchema): boolean {
  const { type, coerce } = definitionOf(schema)
  if (!UNSENDABLE.has(type) || (type === 'date' && coerce)) return false
  return z.globalRegistry.get(schema)?.['override'] === undefined
}

/** What takes input, with the schema of that. */
type Taken = readonly [taker: string, schema: AnySchema]

/** Returns the inputs of an application: parameters and bodies, and the filters of exports. */
const takenBy = ({ own, exported }: Definition): Taken[] => [
  ...operationsIn(own).flatMap(({ name, parameters: given, body }) =>
    (body ? [given, body] : [given]).map((schema): Taken => [name, schema]),
  ),
  ...Object.entries(exported.kinds).map(([kind, { filter = {} }]): Taken => [
    `The filter of the export of ${kind}`,
    z.object(filter),
  ]),
]

const inputs: Rule = (definition) => {
  const seen = new Set<AnySchema>()
  return takenBy(definition).flatMap(([name, schema]) => {
    const parts: Part[] = []
    addParts(schema, '', seen, parts)
    return parts
      .filter(([, part]) => isUnsendable(part))
      .map(
        ([path, part]) =>
          `${name} takes ${path} in the type ${definitionOf(part).type}, which cannot be sent as JSON. Declare what is sent instead, such as a string.`,
      )
  })
}

const STRUCTURES: ReadonlySet<string> = new Set(['array', 'object', 'record', 'tuple'])

/** Whether every value of a schema is an object or a list, so that no text stands for it. */
function isStructure(schema: AnySchema): boolean {
  const { type, options, innerType, in: before, left, right } = definitionOf(schema)
  if (options) return options.every(isStructure)
  if (left && right) return isStructure(left) || isStructure(right)
  const inner = innerType ?? before
  return inner ? isStructure(inner) : STRUCTURES.has(type)
}

const parameters: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, parameters: { shape } }) =>
    Object.entries(shape)
      .filter(([, schema]) => isStructure(schema))
      .map(
        ([parameter]) =>
          `${name} takes the parameter ${parameter} as an object or a list, which an address has no form for. Take a text, a number or a boolean.`,
      ),
  )

/** Rules for the input schemas of operations. */
export const schemaRules: readonly Rule[] = [inputs, parameters]
