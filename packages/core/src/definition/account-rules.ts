import type { Rule } from './rule.ts'

const members: Rule = ({ account: { shape }, accountMembers }) =>
  Object.entries(accountMembers)
    .filter(([, member]) => !Object.hasOwn(shape, member))
    .map(
      ([what, member]) =>
        `The \`accountMembers\` of the application have "${member}" for the ${what}, which its \`account\` lacks. Name a member of that.`,
    )

/** Rules for the accounts of an application. */
export const accountRules: readonly Rule[] = [members]
