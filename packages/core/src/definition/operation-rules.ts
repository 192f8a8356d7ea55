import type { Method } from '../contract/methods.ts'
import { contractsIn, operationsIn, type Rule } from './rule.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const methods: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ method }) => !METHODS.includes(method))
    .map(({ name, method }) => `${name} has the method "${method}". Take one of ${METHODS.join(', ')}.`)

const bodies: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ method, body }) => method === 'GET' && body !== undefined)
    .map(({ name }) => `${name} has a \`body\`, which GET does not send. Make it a \`query\`, or take POST.`)

/** Statuses of a successful response. */
const STATUSES: readonly number[] = [200, 201, 202, 204]

const knownStatuses: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ status }) => !STATUSES.includes(status))
    .map(
      ({ name, status }) =>
        `${name} answers a success with the status ${status}. Take one of ${STATUSES.join(', ')}, and list errors among its \`errors\`.`,
    )

const statuses: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ status, output }) => status === 204 && output !== undefined)
    .map(({ name }) => `${name} has an \`output\`, which the status 204 does not send. Take 200, or no output.`)

const outputs: Rule = ({ own }) =>
  contractsIn(own)
    .flatMap(({ operations, rest }) => Object.values({ ...operations, ...rest }))
    .filter(({ status, output }) => status === 200 && output === undefined)
    .map(({ name }) => `${name} answers 200 and has no \`output\`. Give it one, or take 204.`)

/** A day, or a second in UTC: the times that headers can tell, and that `Date` reads the same way everywhere. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/

/** Whether a text is a date that exists: `Date` takes 30 February for 2 March. */
const isDate = (text: string): boolean =>
  DATE.test(text) && Date.parse(text) > 0 && new Date(text).toISOString().startsWith(text.replace('Z', ''))

const deprecations: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, deprecated }) =>
    (deprecated ? (['since', 'sunset'] as const) : [])
      .filter((when) => !isDate(deprecated![when]))
      .map(
        (when) =>
          `${name} is deprecated with \`${when}\` "${deprecated![when]}", which is no date. Write one such as 2026-11-25.`,
      ),
  )

const sunsets: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ deprecated }) => deprecated && Date.parse(deprecated.sunset) < Date.parse(deprecated.since))
    .map(
      ({ name, deprecated }) =>
        `${name} may be gone from ${deprecated!.sunset} on, before it is deprecated, ${deprecated!.since}. Let \`sunset\` come after \`since\`.`,
    )

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\/[!-~]+$/.test(text)

const deprecationLinks: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ deprecated }) => deprecated && !isAddress(deprecated.link))
    .map(
      ({ name, deprecated }) =>
        `${name} is deprecated with the \`link\` ${JSON.stringify(deprecated!.link)}, which is no address. Write one such as https://example.com/news.`,
    )

/** Neither RPC nor agents have cookies. */
const cookies: Rule = ({ own }) =>
  contractsIn(own).flatMap((contract) =>
    Object.values(contract.operations)
      .filter(({ cookie }) => cookie)
      .map(({ name }) => `${name} has a \`cookie\`, which RPC does not send. Move it from \`operations\` to \`rest\`.`),
  )

const works: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ work, location }) => work && location === undefined)
    .map(
      ({ name }) =>
        `${name} tells of \`work\` that goes on, and not where to read of it. Add the \`location\` of its record.`,
    )

/** Rules for an operation by itself. */
export const operationRules: readonly Rule[] = [
  methods,
  bodies,
  knownStatuses,
  statuses,
  outputs,
  deprecations,
  sunsets,
  deprecationLinks,
  cookies,
  works,
]
