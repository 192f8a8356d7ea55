import { listedIn } from '../contract/collections.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { operationsOf } from '../contract/resource.ts'
import { contractsIn, operationsIn, type Rule } from './rule.ts'

/** Returns the members of an operation's output, or of the records that it lists. */
function membersOf({ output }: AnyOperation): readonly string[] {
  const { shape = {} } = (listedIn(output) ?? output ?? {}) as { shape?: object }
  return Object.keys(shape)
}

const owners: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ owner }) => owner !== undefined)
    .filter((contract) => !operationsOf(contract).some((one) => membersOf(one).includes(contract.owner!)))
    .map(
      ({ name, owner }) =>
        `The \`owner\` of ${name} is "${owner}", which its records lack. Name the member that has the account.`,
    )

const searches: Rule = ({ own }) =>
  operationsIn(own).flatMap((one) =>
    (one.effect?.searches ?? [])
      .filter((member) => !membersOf(one).includes(member))
      .map((member) => `${one.name} \`searches\` in "${member}", which its records lack. Name members of them.`),
  )

const emitted: Rule = ({ own }) =>
  contractsIn(own).flatMap((contract) =>
    operationsOf(contract).flatMap(({ name, effect }) => {
      const { emits } = effect ?? {}
      if (typeof emits !== 'string' || emits in contract.events) return []
      return `${name} \`emits\` "${emits}", which is no event of ${contract.name}. Add it to its \`events\`, or name one of them.`
    }),
  )

/** Rules for the effects of operations on records. */
export const effectRules: readonly Rule[] = [owners, searches, emitted]
