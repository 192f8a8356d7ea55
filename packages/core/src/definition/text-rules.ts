import { z } from 'zod'
import { examplesIn } from '../contract/example.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { operationsOf } from '../contract/resource.ts'
import { contractsIn, operationsIn, type Rule } from './rule.ts'

/** Returns a message for each text that documents show and a thing lacks. */
const lacking = (name: string, thing: object, texts: readonly string[]) =>
  texts
    .filter((text) => typeof (thing as Record<string, unknown>)[text] !== 'string')
    .map((text) => `${name} has no \`${text}\`, which documents show. Write one.`)

const texts: Rule = ({ own }) =>
  contractsIn(own).flatMap((contract) =>
    lacking(contract.name, contract, ['title', 'description']).concat(
      operationsOf(contract).flatMap((operation) => lacking(operation.name, operation, ['summary', 'description'])),
    ),
  )

const examples: Rule = ({ own }) =>
  operationsIn(own)
    .filter((operation) => !isAwaited(operation))
    .flatMap(({ name, body, example }) => {
      const { issues = [] } = (example !== undefined && body?.safeParse(example).error) || {}
      const [fault] = issues.map(({ path, message }) => [...path, message].join(': '))
      return fault === undefined
        ? []
        : `${name} has an \`example\` that its body refuses (${fault}). Mend one of the two.`
    })

const awaited: Rule = ({ own }) =>
  operationsIn(own)
    .filter(isAwaited)
    .map(
      ({ name }) =>
        `${name} has a check that returns a promise, such as an async \`refine\`. Let its \`run\` find out what takes time, and throw \`invalid\`.`,
    )

/** Whether a check of an input is asynchronous, as far as the examples reach it. */
function isAwaited({ body, example, parameters }: AnyOperation): boolean {
  const members = Object.values({ ...parameters.shape, ...body?.shape }) as z.ZodType[]
  const tried = members.map((member) => [member, examplesIn(member)[0]] as const)
  return [...tried, ...(body ? [[body, example] as const] : [])].some(([schema, value]) =>
    returnsPromise(schema, value),
  )
}

function returnsPromise(schema: z.ZodType, value: unknown): boolean {
  try {
    schema.safeParse(value)
    return false
  } catch (error) {
    return error instanceof z.core.$ZodAsyncError
  }
}

/** Rules for the texts and examples of resources and operations. */
export const textRules: readonly Rule[] = [texts, examples, awaited]
