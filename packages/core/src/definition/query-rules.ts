import { UnderscoreNamingStrategy } from '@mikro-orm/core'
import { listedIn } from '../contract/collections.ts'
import { operationsOf } from '../contract/resource.ts'
import type { AnyEntity } from '../data/driver.ts'
import { operationsIn, type Rule } from './rule.ts'

/** Query parameters that the gateway reads itself, and what each of them is. */
const TAKEN: Readonly<Record<string, string>> = {
  version: 'which says the version of the API',
  api_key: 'which is the key of the caller',
}

const taken: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, parameters, pathNames }) =>
    Object.keys(TAKEN)
      .filter((parameter) => parameter in parameters.shape && !pathNames.includes(parameter))
      .map((parameter) => `${name} takes the parameter ${parameter}, ${TAKEN[parameter]}. Call it otherwise.`),
  )

/** A cursor names a position in the sort order, and no position is before or after null. */
const orders: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, parameters: { shape }, output }) => {
    const sorted = 'cursor' in shape ? shape['sort']?._zod.values : undefined
    return Object.entries(listedIn(output)?.shape ?? {})
      .filter(([member, schema]) => sorted?.has(member) && schema.safeParse(null).success)
      .map(([member]) => `${name} sorts by ${member}, which may be null. Sort by members that never are.`)
  })

/** A list is in the order of the column that the caller names. */
const listedOrders: Rule = ({ own }) =>
  operationsIn(own)
    .filter(
      ({ parameters: { shape } }) =>
        ('cursor' in shape || 'page' in shape) && 'sort' in shape && !shape['sort']._zod.values,
    )
    .map(
      ({ name }) =>
        `${name} takes any text as sort, also columns that no caller may see. Give it \`sortParameters([...])\`.`,
    )

/** A list is sorted by a column, which its records may show or not. A table without an entity may have any column, so it is not checked. */
const columns: Rule = ({ own, core, entities: ofCore }) => {
  const all = [...Object.values(own), ...Object.values(core)].flatMap(({ entities }) => entities)
  const known = new Set([...ofCore, ...all].flatMap(columnsOf))
  return Object.values(own)
    .filter(({ entities }) => entities.length > 0)
    .flatMap(({ contract }) => operationsOf(contract))
    .flatMap(({ name, parameters: { shape }, output }) => {
      const members = listedIn(output)?.shape
      const sorted = members && 'cursor' in shape ? [...(shape['sort']?._zod.values ?? [])].map(String) : []
      return sorted
        .filter((member) => !(member in members!) && !known.has(member))
        .map(
          (member) =>
            `${name} sorts by ${member}, which neither its records nor any tables have. Name one of their members.`,
        )
    })
}

const naming = new UnderscoreNamingStrategy()

/** Returns the possible names of an entity's columns: those that it declares, and those that follow from its properties. */
const columnsOf = (entity: AnyEntity | undefined): string[] =>
  Object.entries<{ fieldName?: string; fieldNames?: string[] }>(entity?.meta.properties ?? {}).flatMap(
    ([name, { fieldName = naming.propertyToColumnName(name), fieldNames = [] }]) =>
      fieldNames.concat(fieldName, naming.joinKeyColumnName(name, 'id')),
  )

/** Rules for the query parameters of operations. */
export const queryRules: readonly Rule[] = [taken, orders, listedOrders, columns]
