import type { AnySchema } from '../contract/operation.ts'
import { INHERITED } from './inherited.ts'
import { operationsIn, type Rule } from './rule.ts'
import { addParts, ALL, definitionOf, type Part } from './schema-parts.ts'

/** In place of a member of such a name that is left out, zod finds the inherited one. */
const inherited: Rule = ({ own }) => {
  const seen = new Set<AnySchema>()
  return operationsIn(own).flatMap(({ name, parameters, body, output }) => {
    const parts: Part[] = []
    for (const schema of [parameters, body, output]) if (schema) addParts(schema, '', seen, parts, ALL)
    return parts
      .flatMap(([, schema]) => Object.keys(definitionOf(schema).shape ?? {}))
      .filter((member) => INHERITED.has(member))
      .map((member) => `${name} has a member called ${member}, as every object does unasked. Call it otherwise.`)
  })
}

/** Rules for the names of parameters, and of members of bodies and outputs. */
export const memberRules: readonly Rule[] = [inherited]
