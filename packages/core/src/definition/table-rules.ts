import type { AnyEntity } from '../data/driver.ts'
import type { Definition } from './definition.ts'
import { doubles, type Rule } from './rule.ts'

/** An entity, with the name of the resource that has it, or `the core`. */
interface Kept {
  by: string
  entity: AnyEntity
}

/** Returns every entity once, those of the core first. */
function kept({ own, core, entities }: Definition): Kept[] {
  const ofCore = [...entities, ...Object.values(core).flatMap((resource) => resource.entities)]
  const all = [
    ...ofCore.map((entity) => ({ by: 'the core', entity })),
    ...Object.entries(own).flatMap(([by, resource]) => resource.entities.map((entity) => ({ by, entity }))),
  ]
  return [...new Map(all.filter(({ entity }) => entity).map((one) => [one.entity, one])).values()]
}

const missing: Rule = ({ own }) =>
  Object.entries(own)
    .filter(([, { entities }]) => entities.some((entity) => !entity))
    .map(
      ([name]) =>
        `${name} has an entity that is undefined when it is asked for. See whether its module and that of the entity import each other.`,
    )

const entityNames: Rule = (definition) =>
  doubles(
    kept(definition),
    ({ entity }) => entity.meta.className,
    (one, other, name) => `${other.by} has an entity called ${name}, as ${one.by} has. Call it otherwise.`,
  )

const tables: Rule = (definition) =>
  doubles(
    kept(definition).filter(({ entity }) => entity.meta.tableName),
    ({ entity }) => entity.meta.tableName,
    (one, other, table) =>
      `${other.by} has the table ${table} in its entity ${other.entity.meta.className}, as ${one.by} has in ${one.entity.meta.className}. Give it another.`,
  )

const ledgers: Rule = (definition) =>
  doubles(
    definition.ledgers,
    ({ table }) => table,
    (one, other, table) =>
      `The ledgers ${one.directory} and ${other.directory} note their migrations in one table, ${table}. Give one of them another.`,
  )

/** Rules for the entities, tables and ledgers of an application. */
export const tableRules: readonly Rule[] = [missing, entityNames, tables, ledgers]
