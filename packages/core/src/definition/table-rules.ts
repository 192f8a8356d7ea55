import { doubles, type Rule } from './rule.ts'

const ledgers: Rule = (definition) =>
  doubles(
    definition.ledgers,
    ({ table }) => table,
    (one, other, table) =>
      `The ledgers ${one.directory} and ${other.directory} note their migrations in one table, ${table}. Give one of them another.`,
  )

/** What keeps the records of an application. */
export const tableRules: readonly Rule[] = [ledgers]
