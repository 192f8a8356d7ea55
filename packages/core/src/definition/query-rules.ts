import { listedIn } from '../contract/collections.ts'
import { operationsIn, type Rule } from './rule.ts'

const versions: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ parameters, pathNames }) => 'version' in parameters.shape && !pathNames.includes('version'))
    .map(({ name }) => `${name} takes the parameter version, which says the version of the API. Call it otherwise.`)

/** A cursor names a place in the order, and there is none before or after null. */
const orders: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, parameters: { shape }, output }) => {
    const sorted = 'cursor' in shape ? shape['sort']?._zod.values : undefined
    return Object.entries(listedIn(output)?.shape ?? {})
      .filter(([member, schema]) => sorted?.has(member) && schema.safeParse(null).success)
      .map(([member]) => `${name} sorts by ${member}, which may be null. Sort by members that never are.`)
  })

/** What the queries of operations can be. */
export const queryRules: readonly Rule[] = [versions, orders]
