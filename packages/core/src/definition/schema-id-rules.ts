import { z } from 'zod'
import { bodyComponent, eventComponent } from '../contract/component-names.ts'
import type { AnySchema } from '../contract/operation.ts'
import { coreErrors } from '../contract/error-kind.ts'
import { problemDetailsSchema } from '../contract/problem.ts'
import { operationsOf, type Resource } from '../contract/resource.ts'
import type { Definition } from './definition.ts'
import { contracts, doubles, operations, type Rule } from './rule.ts'
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

/** An id, with the operation or event that has it. */
interface Identified {
  by: string
  id: string
}

/** Returns the id of each schema that has one, also of the schemas of problem details, each schema once. */
function schemaIds(definition: Definition): Identified[] {
  const seen = new Set<AnySchema>()
  const problems: Held = ['the answers to errors', problemDetailsSchema(coreErrors, '')]
  const held = contracts(definition).flatMap((contract) => ofOperations(contract).concat(ofEvents(contract)))
  return [problems, ...held].flatMap(([by, schema]) => {
    const parts: Part[] = []
    addParts(schema, '', seen, parts, ALL)
    return parts.flatMap(([, part]) => {
      const id = z.globalRegistry.get(part)?.id
      return id === undefined ? [] : [{ by, id }]
    })
  })
}

/** Returns the ids that documents give to bodies and events. */
function givenIds(definition: Definition): Identified[] {
  const withBody = operations(definition).filter(({ body }) => body)
  const events = new Set(contracts(definition).flatMap((contract) => Object.keys(contract.events)))
  return [
    ...withBody.map(({ name }) => ({ by: `the body of ${name}`, id: bodyComponent(name) })),
    ...Array.from(events, (name) => ({ by: `the event ${name}`, id: eventComponent(name) })),
  ]
}

/** Documents refer to schemas by their ids. So each schema needs an id of its own. */
const distinctIds: Rule = (definition) =>
  doubles(
    schemaIds(definition),
    ({ id }) => id,
    (one, other, id) =>
      `${other.by} has another schema with the id ${id} than ${one.by}. Give one of them another id, or take one schema for both.`,
  )

const distinctGivenIds: Rule = (definition) =>
  doubles(
    givenIds(definition),
    ({ id }) => id,
    (one, other, id) => `Documents call both ${one.by} and ${other.by} ${id}. Name one of them otherwise.`,
  )

const takenIds: Rule = (definition) => {
  const given = new Map(givenIds(definition).map(({ by, id }) => [id, by]))
  return schemaIds(definition)
    .filter(({ id }) => given.has(id))
    .map(
      ({ by, id }) => `${by} has a schema with the id ${id}, as documents call ${given.get(id)}. Give it another id.`,
    )
}

/** Pattern of the name of a component in an OpenAPI document. */
const COMPONENT = /^[\w.-]+$/

const idForms: Rule = (definition) =>
  schemaIds(definition)
    .filter(({ id }) => !COMPONENT.test(id))
    .map(
      ({ by, id }) =>
        `${by} has a schema with the id "${id}", which documents cannot refer to. Take letters from A to Z, digits, dots, hyphens and underscores.`,
    )

/** Rules for the ids of schemas. */
export const schemaIdRules: readonly Rule[] = [distinctIds, distinctGivenIds, takenIds, idForms]
