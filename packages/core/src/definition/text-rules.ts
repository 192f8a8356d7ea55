import { operationsOf } from '../contract/resource.ts'
import { contractsIn, type Rule } from './rule.ts'

/** What documents say of a thing, where it says so. */
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
  contractsIn(own)
    .flatMap(operationsOf)
    .flatMap(({ name, body, example }) => {
      const { issues = [] } = (example !== undefined && body?.safeParse(example).error) || {}
      const [fault] = issues.map(({ path, message }) => [...path, message].join(': '))
      return fault === undefined
        ? []
        : `${name} has an \`example\` that its body refuses (${fault}). Mend one of the two.`
    })

/** What documents tell of resources and operations. */
export const textRules: readonly Rule[] = [texts, examples]
