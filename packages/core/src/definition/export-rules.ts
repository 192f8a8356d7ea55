import type { Rule } from './rule.ts'

const selections: Rule = ({ exported }) =>
  Object.entries(exported.kinds)
    .filter(([, { select }]) => typeof select !== 'function')
    .map(([kind]) => `The export of ${kind} has no \`select\`. Give it the function that says which records pass.`)

/** An export without a filter has all records, so no member of a filter is required. */
const filters: Rule = ({ exported }) =>
  Object.entries(exported.kinds).flatMap(([kind, { filter = {} }]) =>
    Object.entries(filter)
      .filter(([, member]) => member._zod.optin !== 'optional')
      .map(([member]) => `The export of ${kind} requires ${member} in its \`filter\`. Make it optional.`),
  )

/** Rules for exports. */
export const exportRules: readonly Rule[] = [selections, filters]
