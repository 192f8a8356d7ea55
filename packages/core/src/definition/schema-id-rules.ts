import { z } from 'zod'
import type { AnySchema } from '../contract/operation.ts'
import { coreErrors } from '../contract/error-kind.ts'
import { problemDetailsSchema } from '../contract/problem.ts'
import { operationsOf, type Resource } from '../contract/resource.ts'
import { contracts, type Rule } from './rule.ts'
import { addParts, ALL, type Part } from './schema-parts.ts'

/** A schema with the name of the operation or event that uses it. */
type Held = readonly [by: string, schema: AnySchema]

/** Returns the schemas of inputs and outputs of operations. */
const ofOperations = (contract: Resource): Held[] =>
  operationsOf(contract).flatMap(({ name, parameters, body, output }) =>
    [parameters, body, output].filter((schema) => schema !== undefined).map((schema): Held => [name, schema]),
  )

/** Returns the schemas of the data of events. */
const ofEvents = ({ events }: Resource): Held[] =>
  Object.entries(events).map(([event, { data }]) => [`the event ${event}`, data])

/** Documents refer to schemas by their ids, also to the schema of problem details. So each schema needs an id of its own. */
const distinctIds: Rule = (definition) => {
  const firsts = new Map<string, Held>()
  const seen = new Set<AnySchema>()
  const problems: Held = ['the answers to errors', problemDetailsSchema(coreErrors, '')]
  const held = contracts(definition).flatMap((contract) => ofOperations(contract).concat(ofEvents(contract)))
  return [problems, ...held].flatMap(([by, schema]) => {
    const parts: Part[] = []
    addParts(schema, '', seen, parts, ALL)
    return parts.flatMap(([, part]) => {
      const id = z.globalRegistry.get(part)?.id
      const first = id === undefined ? undefined : firsts.get(id)
      if (id !== undefined && !first) firsts.set(id, [by, part])
      if (!first) return []
      return `${by} has another schema with the id ${id} than ${first[0]}. Give one of them another id, or take one schema for both.`
    })
  })
}

/** Rules for the ids of schemas. */
export const schemaIdRules: readonly Rule[] = [distinctIds]
