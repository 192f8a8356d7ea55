import { operationsIn, type Rule } from './rule.ts'

const bodies: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ method, body }) => method === 'GET' && body !== undefined)
    .map(({ name }) => `${name} has a \`body\`, which GET does not send. Make it a \`query\`, or take POST.`)

const statuses: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ status, output }) => status === 204 && output !== undefined)
    .map(({ name }) => `${name} has an \`output\`, which the status 204 does not send. Take 200, or no output.`)

/** What a date begins with that `Date` reads the same everywhere. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T|$)/

const isDate = (text: string): boolean => DATE.test(text) && Date.parse(text) > 0

const deprecations: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, deprecated }) =>
    (deprecated ? (['since', 'sunset'] as const) : [])
      .filter((when) => !isDate(deprecated![when]))
      .map(
        (when) =>
          `${name} is deprecated with \`${when}\` "${deprecated![when]}", which is no date. Write one such as 2026-11-25.`,
      ),
  )

/** What an operation must be by itself. */
export const operationRules: readonly Rule[] = [bodies, statuses, deprecations]
